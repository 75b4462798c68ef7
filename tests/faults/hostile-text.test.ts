import { describe, expect, test } from 'vitest'
import { z } from 'zod'

/** Time in proportion to the length is a few milliseconds for these; a pattern that tries every way needs seconds. */
const longestMs = 150

type Module = Record<string, unknown>
const modules = {
  ...import.meta.glob<Module>(['/src/shared/**/*.ts', '!**/*.test.ts'], { eager: true }),
  ...import.meta.glob<Module>(
    [
      '/src/server/accounts/{device,one-time-code}.ts',
      '/src/server/email/address.ts',
      '/src/server/http/{address,encoded,shown-query,uploaded-file}.ts',
      '/src/server/operations/backup/{archive,manifest}.ts',
      '/src/server/storage/{byte-range,download,file-names,storage}.ts',
    ],
    { eager: true },
  ),
}
const exported = Object.entries(modules).flatMap(([file, module]) =>
  Object.entries(module).map(([name, value]) => ({ title: `${name} of ${file.slice(1)}`, value })),
)
const schemas = exported.filter((one): one is { title: string; value: z.ZodType } => one.value instanceof z.ZodType)
// What is asynchronous reads files, not texts.
const functions = exported.filter(
  (one): one is { title: string; value: (text: string) => unknown } =>
    typeof one.value === 'function' && one.value.length === 1 && !/^(class|async)\b/.test(String(one.value)),
)

/** The first text that takes too long, in time of the processor: a busy machine only makes one wait. Measured
 * three times before it is believed, for the first reading also compiles. */
function slowOn(read: (text: string) => unknown): string | undefined {
  const takesLong = (text: string) => {
    const before = process.threadCpuUsage()
    try {
      read(text)
    } catch {
      // What it thinks of the text is not asked here.
    }
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000 > longestMs
  }
  const slow = hostileTexts.find((text) => takesLong(text) && takesLong(text) && takesLong(text))
  return slow && `${slow.slice(0, 20)}…${slow.slice(-3)}`
}

describe('a text of 40,000 characters is judged in no time', () => {
  test.each(schemas.filter(({ value }) => takesText(value)))('by $title', ({ value }) => {
    expect(slowOn((text) => value.safeParse(filledWith(text, value)))).toBeUndefined()
  })

  test.each(functions)('by $title', ({ value }) => {
    expect(slowOn(value)).toBeUndefined()
  })
})

test('the measure knows a pattern that tries every way', () => {
  const careless = z.object({
    phone: z
      .string()
      .max(30)
      .regex(/^\+?[\d\s()-]*(?:\d[\s()-]*){7,}!$/),
  })
  expect(slowOn((text) => careless.safeParse(filledWith(text.slice(0, 8000), careless)))).toBeDefined()
  expect(schemas.length).toBeGreaterThan(35)
  expect(functions.length).toBeGreaterThan(60)
})

/** As long as a body of 64 KB lets a single field be, of what makes a careless pattern try every way there is. */
const length = 40_000
const pairs = ['a@', '@a.', 'a.', 'a-', '1 ', '1-', ' -', '+ ', '()', '""', 'a b ', 'http://', 'á', '\u0327\u0301']
const pieces = [...'1 \t,()-+./0aA\'"@=_\n\u200bñ', ...pairs]
/** Behind what could go on for ever stands what does not fit; in front, what a form would let begin. */
const frames: [before: string, after: string][] = [
  ['', ''],
  ['', '!'],
  ['+63', 'x'],
  ['http://', ' '],
  ['a@', '@'],
]

const hostileTexts: string[] = pieces.flatMap((piece) =>
  frames.map(([before, after]) => before + piece.repeat(Math.floor(length / piece.length)) + after),
)

type Def = z.core.$ZodTypes['_zod']['def']

/** An input in which every text is this one and everything else fits, so that the reading goes as far as it can. */
function filledWith(text: string, schema: z.core.$ZodType): unknown {
  const def = (schema as z.core.$ZodTypes)._zod.def
  const within = (inner: z.core.$ZodType) => filledWith(text, inner)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, within(inner)]))
    case 'array':
      return [within(def.element)]
    case 'tuple':
      return def.items.map(within)
    case 'record':
      return { [text]: within(def.valueType) }
    case 'union':
      return within(def.options.find(takesText) ?? def.options[0]!)
    case 'intersection':
      return { ...(within(def.left) as object), ...(within(def.right) as object) }
    case 'pipe':
      return within(isTransform(def.in) ? def.out : def.in)
    case 'lazy':
      return within(def.getter())
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'null':
      return null
    default:
      return 'innerType' in def ? within(def.innerType) : text
  }
}

const isTransform = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def.type === 'transform'

/** Whether a text reaches anything at all in there. */
function takesText(schema: z.core.$ZodType): boolean {
  const def: Def = (schema as z.core.$ZodTypes)._zod.def
  if (def.type === 'string') return true
  if (def.type === 'object') return Object.values(def.shape).some(takesText)
  if (def.type === 'array') return takesText(def.element)
  if (def.type === 'tuple') return def.items.some(takesText)
  if (def.type === 'record') return true
  if (def.type === 'union') return def.options.some(takesText)
  if (def.type === 'intersection') return takesText(def.left) || takesText(def.right)
  if (def.type === 'pipe') return takesText(def.in) || takesText(def.out)
  return 'innerType' in def && takesText(def.innerType)
}
