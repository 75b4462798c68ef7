import type { z } from 'zod'

/** As long as a body of 64 KB lets a single field be, of what makes a careless pattern try every way there is. */
const length = 40_000
const pieces = [
  '1',
  ' ',
  '\t',
  ',',
  '(',
  ')',
  '-',
  '+',
  '.',
  '/',
  '0',
  'a',
  'A',
  "'",
  '"',
  '@',
  '=',
  '_',
  '\n',
  '\u200b',
  'ñ',
  'a@',
  '@a.',
  'a.',
  'a-',
  '1 ',
  '1-',
  ' -',
  '+ ',
  '()',
  '""',
  'a b ',
  'http://',
  'á',
  '\u0327\u0301',
]
/** Behind what could go on for ever stands what does not fit; in front, what a form would let begin. */
const frames: [before: string, after: string][] = [
  ['', ''],
  ['', '!'],
  ['+63', 'x'],
  ['http://', ' '],
  ['a@', '@'],
]

export const hostileTexts: string[] = pieces.flatMap((piece) =>
  frames.map(([before, after]) => before + piece.repeat(Math.floor(length / piece.length)) + after),
)

type Def = z.core.$ZodTypes['_zod']['def']

/** An input in which every text is this one and everything else fits, so that the reading goes as far as it can. */
export function filledWith(text: string, schema: z.core.$ZodType): unknown {
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
export function takesText(schema: z.core.$ZodType): boolean {
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
