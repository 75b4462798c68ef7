/** The parts of a full name, by local naming customs. Anything uncertain stays in the first name. */
interface NameParts {
  firstName: string
  middleName: string
  lastName: string
  suffix: string
  /** Written in front of the name, as in military rosters. */
  rank: string
}

const suffixes = /^(?:JR|SR|II|III|IV)\.?$/i
const initial = /^(?:\p{L}{1,2}\.|\p{L})$/u
/** Words that can begin a surname. */
const particles = new Set(
  'DE DEL DELA DELOS DELAS DA DI DOS DU LA LAS LOS SAN SANTA STA STO STA. STO. VAN VON Y MAC MC'.split(' '),
)
const rank =
  /^(?:(?:PVT|PFC|CPL|S?SGT?|TSGT?|MSGT?|SMSGT?|F?CMSGT?|A[12]C|ASN|SN[12]|PO[123]|F?M?CPO|SCPO|P?[12]LT|P?ENS|LTJG|LT|LCDR|CDR|CA?PT|MAJ|LTC(?:OL)?|COL|COMMO|[BM]GEN|LTGEN|GEN|[RV]?ADM)\.?)\s+(?=\S+\s|\S+,)/i
/** The service after a name: `DELA CRUZ PA (RES)`. Expects single spaces. */
const serviceBehind = /(?:, ?| )(?:(?:PA|PN|PAF|PN\(M\)|TAS) ?)?\(RES\)$/i

/** Splits `DELA CRUZ, JUAN P.`, `Juan P. Dela Cruz Jr.` and `CPT JUAN P DELA CRUZ PA (RES)`. */
export function splitName(written: string): NameParts {
  const whole = written.trim().replaceAll(/\s+/g, ' ').replace(serviceBehind, '')
  const [inFront = ''] = rank.exec(whole) ?? []
  const name = whole.slice(inFront.length)
  const parts = name.includes(',') ? surnameFirst(name) : surnameLast(name.split(' ').filter(Boolean))
  return { rank: inFront.trim(), ...parts }
}

export const isRank = (text: string): boolean => splitName(`${text} A B`).rank === text

type Parts = Omit<NameParts, 'rank'>

function surnameFirst(name: string): Parts {
  const [before = '', ...behind] = name.split(',').map((part) => part.trim().split(' ').filter(Boolean))
  const last = withoutSuffix(before as string[])
  const others = behind.filter((part) => part.length > 0)
  // `DELA CRUZ, JR., JUAN`: the suffix may be between two commas or after the last one.
  const alone = others.find((part) => part.length === 1 && suffixes.test(part[0] ?? ''))
  const [first = [], middle = []] = others.filter((part) => part !== alone)
  const firstNames = withoutSuffix(first)
  const { words, middleName } = withoutInitial(firstNames.words)
  const beforeInitial = withoutSuffix(words)
  return {
    firstName: beforeInitial.words.join(' '),
    middleName: middleName || middle.join(' '),
    lastName: last.words.join(' '),
    suffix: last.suffix || firstNames.suffix || beforeInitial.suffix || (alone?.[0] ?? ''),
  }
}

function surnameLast(words: string[]): Parts {
  const { words: named, suffix } = withoutSuffix(words)
  const at = named.findIndex(
    (word, place) => place > 0 && place < named.length - 1 && initial.test(word) && word !== 'Y',
  )
  if (at > 0)
    return {
      firstName: named.slice(0, at).join(' '),
      middleName: named[at] ?? '',
      lastName: named.slice(at + 1).join(' '),
      suffix,
    }
  const particle = named.findIndex((word, place) => place > 0 && particles.has(word.toUpperCase()))
  const surname = particle > 0 ? particle : Math.max(named.length - 1, 1)
  return {
    firstName: named.slice(0, surname).join(' '),
    middleName: '',
    lastName: named.slice(surname).join(' '),
    suffix,
  }
}

function withoutSuffix(words: string[]): { words: string[]; suffix: string } {
  const last = words.at(-1) ?? ''
  return words.length > 1 && suffixes.test(last) ? { words: words.slice(0, -1), suffix: last } : { words, suffix: '' }
}

function withoutInitial(words: string[]): { words: string[]; middleName: string } {
  const last = words.at(-1) ?? ''
  return words.length > 1 && initial.test(last)
    ? { words: words.slice(0, -1), middleName: last }
    : { words, middleName: '' }
}

/** The characters for the bytes 0x80 to 0x9F in Windows-1252. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
/** `Ã±`: a two-byte UTF-8 letter that a program decoded as two letters. */
const misread = /[Ãã]([\u0080-\u00BF‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€])/g
/** A letter that a program could not write. In Philippine names it is nearly always Ñ. */
const lost = /(?<=\p{L})[?\uFFFD](?=\p{L})/gu

/** Suggests `PEÑA` for `PEÃ±A` and `MUÑOZ` for `MU?OZ`, for a person to confirm. Leaves intact names unchanged. */
export function repairName(name: string): string {
  return name
    .replaceAll(misread, (_, second: string) => {
      const byte = windows.includes(second) ? windows.indexOf(second) + 0x80 : second.charCodeAt(0)
      return String.fromCharCode(0xc0 | (byte & 0x3f))
    })
    .replaceAll(lost, 'Ñ')
}
export const isDamaged = (name: string): boolean => name.includes('\uFFFD') || repairName(name) !== name
