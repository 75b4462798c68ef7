import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('a process that has drawn a card ends by itself, and not before it is drawn', async () => {
  const script = `
    const { layOut } = await import(${JSON.stringify(new URL('draw-card.ts', import.meta.url).href)})
    const { textElement } = await import(${JSON.stringify(new URL('elements.ts', import.meta.url).href)})
    const [svg] = await layOut([textElement('JUAN DELA CRUZ', { fontSize: 40 })])
    console.log(svg.slice(0, 4))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    timeout: 30_000,
  })
  expect(stdout).toBe('<svg\n')
}, 60_000)
