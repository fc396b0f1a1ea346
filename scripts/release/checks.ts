/** A file of the repository that names the version; `version` is null if it has none. */
export type Versioned = { file: string; version: string | null }

export type State = {
  /** The output of `git status --porcelain`. */
  changes: string
  /** The tags of git before this commit, such as `v0.1.0`. */
  tags: readonly string[]
  versions: readonly Versioned[]
  /** The manifests without the field `repository`, which npm compares with the workflow's. */
  withoutRepository: readonly string[]
  changelog: string
  /** The readmes of the packages, and the pages that say how to install them, by path. */
  readmes: Readonly<Record<string, string>>
}

/** What has to be changed before `version` can be released; empty if nothing. */
export function problemsOf(version: string, state: State): string[] {
  const others = state.versions.filter((each) => each.version !== version)
  const latest = state.tags
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
    .sort(byVersion)
    .at(-1)
  const notYet = Object.keys(state.readmes).filter((path) =>
    /not on (npm|PyPI) yet/.test(state.readmes[path]!),
  )
  return [
    ...(state.changes === '' ? [] : ['The work tree has changes. Commit them first.']),
    ...others.map((each) => `${each.file} has the version ${each.version}, not ${version}.`),
    ...(latest && byVersion(latest, `v${version}`) >= 0
      ? [`${version} is not newer than the tag ${latest}.`]
      : []),
    ...state.withoutRepository.map((file) => `${file} has no field "repository".`),
    ...changelogProblems(version, state.changelog),
    ...notYet.map((path) => `${path} says that the package is not published yet.`),
  ]
}

function changelogProblems(version: string, changelog: string): string[] {
  const sections = new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.split('\n', 1)[0]!, text.split('\n').slice(1).join('\n').trim()]),
  )
  const title = [...sections.keys()].find((each) => each.split(' ')[0] === version)
  return [
    ...(sections.get('Unreleased')
      ? [`CHANGELOG.md: move the entries of Unreleased to ${version}.`]
      : []),
    ...(title && sections.get(title) ? [] : [`CHANGELOG.md has no entries for ${version}.`]),
    ...(title && !/^\S+ – \d{4}-\d{2}-\d{2}$/.test(title)
      ? [`CHANGELOG.md: the title of ${version} must be "${version} – YYYY-MM-DD".`]
      : []),
  ]
}

function byVersion(one: string, other: string): number {
  const numbers = (text: string) => text.replace('v', '').split('.').map(Number)
  const [a, b] = [numbers(one), numbers(other)]
  return a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!
}
