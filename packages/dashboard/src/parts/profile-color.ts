/**
 * The colors offered for profiles. White text on them passes WCAG AA (4.5:1), and each is visible
 * on the light and the dark background (3:1). Neighbors differ clearly.
 */
export const profileColors = [
  '#1971c2',
  '#cc4a0c',
  '#2a863c',
  '#ae3ec9',
  '#0c7c91',
  '#e03131',
  '#a86200',
  '#4263eb',
  '#d6336c',
  '#0a8562',
  '#6b7a0a',
  '#7950f2',
] as const

type Colored = { id: string; color: string | null }

/** The profile's color, or one of the palette that depends on its ID only. */
export function profileColor({ id, color }: Colored): string {
  return color ?? profileColors[hashOf(id) % profileColors.length]!
}

/**
 * The profiles with their colors. An automatic color that was chosen for another profile, or that an
 * older one has, is replaced: two automatic ones are the same only if the palette is used up.
 */
export function withColors<Profile extends Colored>(profiles: readonly Profile[]): Profile[] {
  const countByColor = new Map<string, number>()
  const colorById = new Map<string, string>()
  const give = (id: string, color: string) => {
    colorById.set(id, color)
    countByColor.set(color, (countByColor.get(color) ?? 0) + 1)
  }
  for (const { id, color } of profiles) if (color) give(id, color)
  // IDs sort by their time.
  const automatic = profiles.filter(({ color }) => !color)
  for (const profile of automatic.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const preferred = profileColor(profile)
    give(profile.id, countByColor.has(preferred) ? leastUsedIn(countByColor) : preferred)
  }
  return profiles.map((profile) => ({ ...profile, color: colorById.get(profile.id)! }))
}

/** The color of the palette that the fewest of these profiles have. */
export function leastUsedColor(profiles: readonly Colored[]): string {
  const byColor = Map.groupBy(profiles, profileColor)
  return leastUsedIn(new Map([...byColor].map(([color, { length }]) => [color, length])))
}

function leastUsedIn(countByColor: ReadonlyMap<string, number>): string {
  const countOf = (color: string) => countByColor.get(color) ?? 0
  return profileColors.reduce((best, color) => (countOf(color) < countOf(best) ? color : best))
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  return hash >>> 0
}
