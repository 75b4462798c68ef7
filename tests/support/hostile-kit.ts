import sharp from 'sharp'
import { mark } from './clean-jpeg.ts'

/** Refused, stored as a clean picture, or one of the two. */
type Fate = 'refused' | 'stored' | 'either'

export interface HostileFile {
  name: string
  bytes: Buffer
  fate: Fate
  /** Which mark it has for "this side up", where it has one. */
  orientation?: number
}

export type Named = [name: string, bytes: Buffer | string]
export const all = (fate: Fate, files: Named[]): HostileFile[] =>
  files.map(([name, bytes]) => ({ name, fate, bytes: Buffer.from(bytes as string, 'latin1') }))

/** Whole pictures with something to them: noise does not shrink, so that a cut goes through the middle of it. */
export const noise = (width: number, height: number, channels: 3 | 4 = 3) => {
  const data = Buffer.alloc(width * height * channels)
  let state = 12_345
  for (let n = 0; n < data.length; n++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    data[n] = state >> 16
  }
  return sharp(data, { raw: { width, height, channels } })
}

export const script = `<script>alert('${mark}')</script>`
export const page = `<!doctype html><html><body>${script}</body></html>`
export const drawing = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" ${more}>${inside}</svg>`
