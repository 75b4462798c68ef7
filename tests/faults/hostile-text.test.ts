import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { filledWith, hostileTexts, takesText } from '#tests/support/hostile-text.ts'

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
const functions = exported.filter(
  (one): one is { title: string; value: (text: string) => unknown } =>
    typeof one.value === 'function' && one.value.length === 1 && !/^class\b/.test(String(one.value)),
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

describe('a text of 40,000 characters is judged in no time', { timeout: 60_000 }, () => {
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
