import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import satori, { type SatoriOptions } from 'satori'
/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin, only windows have */
import type { PictureSize } from '#shared/uploads.ts'
import type { Element } from './elements.ts'

/** Lays out the text of cards as outlines, in its own thread: it takes long enough to hold up other requests. */

const require = createRequire(import.meta.url)

async function font(alphabet: 'latin' | 'latin-ext', weight: 500 | 700) {
  const file = require.resolve(`@fontsource/barlow-condensed/files/barlow-condensed-${alphabet}-${weight}-normal.woff`)
  const name = alphabet === 'latin' ? 'Barlow Condensed' : 'Barlow Condensed Extended'
  return { name, weight, style: 'normal' as const, data: await readFile(file) }
}

const fonts: SatoriOptions['fonts'] = await Promise.all([
  font('latin', 500),
  font('latin', 700),
  font('latin-ext', 500),
  font('latin-ext', 700),
])

interface Job {
  job: number
  elements: Element[]
  size: PictureSize
}

parentPort?.on('message', ({ job, elements, size }: Job) => {
  const drawings = Promise.all(elements.map((element) => satori(element, { ...size, fonts })))
  drawings.then(
    (svgs) => parentPort?.postMessage({ job, svgs }),
    (error: unknown) => parentPort?.postMessage({ job, error: String(error) }),
  )
})
