/**
 * Texts of posts and comments for the search benchmark: the same for the same number. Words follow a
 * Zipf distribution, as in natural languages, in three German or Spanish texts to one Japanese.
 */
const latinSyllables =
  'ba be bi bo bu da de di do du fa fe fi ga ge gi go ha he ho ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to wa we zu schä kön für nü gro ción ñe dá llo rrá stein berg lich ung heit brü'.split(
    ' ',
  )
const kanji =
  '日本人大学生会社店新作今朝食味噌米茶酒魚肉野菜果物花春夏秋冬山川海空雨雪風月火水木金土駅前道町村家族友達先生子供男女上下左右中外早遅高安古若長短美楽好'
const kana =
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをんパンケーキコーヒースタッフ'
const vocabularySize = 40_000
const emojis = ['❤️', '🔥', '😍', '👏', '🙏', '👍🏽', '🎉']

/** A pseudo-random sequence of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The word of this rank; rank 0 is the most frequent. */
function latinWord(rank: number): string {
  const random = randomFrom(rank * 7_919 + 1)
  const count = rank < 300 ? 1 + Math.floor(random() * 2) : 2 + Math.floor(random() * 3)
  return Array.from({ length: count }, () => pick(latinSyllables, random())).join('')
}

function japaneseWord(rank: number): string {
  const random = randomFrom(rank * 104_729 + 5)
  const letters = rank % 2 ? [...kanji] : [...kana]
  return Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(letters, random())).join(
    '',
  )
}

export const latinWords = Array.from({ length: vocabularySize }, (_, rank) => latinWord(rank))
export const japaneseWords = Array.from({ length: vocabularySize }, (_, rank) => japaneseWord(rank))

/** Occurs in one text, if the number ends with 007. */
export function rareWord(number: number): string {
  return `seltenheit${number}`
}

/** 5 to 25 words, sometimes with the planted words whose frequency the benchmark knows. */
export function textOf(number: number): string {
  const random = randomFrom(number)
  const isJapanese = random() < 0.25
  const words = Array.from({ length: 5 + Math.floor(random() * 20) }, () => {
    const rank = Math.floor(vocabularySize ** random()) - 1
    return (isJapanese ? japaneseWords : latinWords)[rank]!
  })
  const plant = (word: string) => words.splice(Math.floor(random() * words.length), 0, word)
  if (random() < 0.3) plant('Frühstück')
  if (number % 1_000 === 7) plant(rareWord(number))
  if (number > 500_000 && random() < 0.05) plant('Weihnachten')
  if (random() < 0.2) plant(pick(emojis, random()))
  if (number % 2_000 === 3) plant('🥐')
  if (number % 2_000 === 9) plant('東京')
  return isJapanese ? words.join('') : words.join(' ')
}

function pick<Item>(items: readonly Item[], share: number): Item {
  return items[Math.floor(share * items.length)]!
}
