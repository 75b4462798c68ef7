import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { exitAfter } from '#server/terminal.ts'

/**
 * `node scripts/icons.ts` draws the icons of the home screen from the emblem, after a change of it. A phone cuts a
 * maskable one to the shape of its own icons, so the emblem stays within the middle.
 */
const folder = new URL('../src/web/public/', import.meta.url)
const paper = '#faf8f3'
const kinds = [
  { name: 'icon', share: 0.8, corner: 0.18 },
  { name: 'icon-maskable', share: 0.6, corner: 0 },
]

async function drawIcons(): Promise<void> {
  const emblem = (await readFile(new URL('favicon.svg', folder), 'utf8')).replaceAll(/<\/?svg[^>]*>/g, '')
  for (const { name, share, corner } of kinds)
    for (const side of [192, 512]) {
      const scale = (side * share) / 112
      const place = `translate(${(side - 96 * scale) / 2} ${(side - 112 * scale) / 2}) scale(${scale})`
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${corner * side}" fill="${paper}"/><g transform="${place}">${emblem}</g></svg>`
      const file = new URL(`${name}-${side}.png`, folder)
      await sharp(Buffer.from(drawing)).png({ palette: true, effort: 10 }).toFile(file.pathname)
    }
}

exitAfter(drawIcons())
