import sharp from 'sharp'

/** Moving pictures for the stories, drawn: a place, and something in it that goes from 0 to 1. */

interface Scene {
  sky: [string, string]
  ground: string
  far: string
  /** What moves. */
  actors: (progress: number) => string
}

const person = (x: number, y: number, shirt: string) =>
  `<g transform="translate(${x} ${y})"><circle cy="-58" r="13" fill="#a9744d"/><path d="M-16 -42q16 -8 32 0l4 42h-40z" fill="${shirt}"/><path d="M-12 0h10v44h-10zM2 0h10v44h-10z" fill="#2b2f24"/></g>`
const palm = (x: number, y: number) =>
  `<g transform="translate(${x} ${y})"><path d="M-5 0q4 -70 2 -120h8q4 60 4 120z" fill="#5b4327"/><path d="M0 -118q-60 -30 -84 14 40 -22 84 -14zm0 0q60 -30 84 14 -40 -22 -84 -14zm0 0q-30 -50 -76 -34 44 4 76 34zm0 0q30 -50 76 -34 -44 4 -76 34z" fill="#3d5a2a"/></g>`
const each = (count: number, draw: (n: number) => string) => Array.from({ length: count }, (_, n) => draw(n)).join('')

export const scenes = {
  relief: {
    sky: ['#8ea6b8', '#cfd9dc'],
    far: '#5d7a63',
    ground: '#7d8f86',
    actors: (progress) => {
      const x = 120 + progress * 760
      const y = 520 + 6 * Math.sin(progress * 20)
      return `${palm(220, 480)}${palm(1060, 470)}<path d="M0 560q160 -18 320 0t320 0 320 0 320 0v160h-1280z" fill="#6f7f6f"/>
        <g transform="translate(${x} ${y})">${person(-60, -30, '#c0552d')}${person(0, -34, '#3d4a2a')}${person(60, -30, '#14305a')}<path d="M-150 -10h300l-40 60h-220z" fill="#c9a227"/><path d="M-120 -34h70v26h-70zM70 -34h60v26h-60z" fill="#b08a5a"/></g>`
    },
  },
  training: {
    sky: ['#f0c36a', '#fbe7b8'],
    far: '#7c8f5a',
    ground: '#a79a63',
    actors: (progress) =>
      each(7, (n) =>
        person(140 + n * 150 + progress * 90, 560 + (n % 2) * 26 + 6 * Math.sin(progress * 40 + n), '#3d4a2a'),
      ),
  },
  trees: {
    sky: ['#9cc7de', '#e8f3ee'],
    far: '#6f9a6a',
    ground: '#8a6f4a',
    actors: (progress) =>
      each(8, (n) => {
        const grown = Math.max(0.12, Math.min(1, progress * 2.2 - n * 0.16))
        return `<g transform="translate(${110 + n * 150} 590) scale(${grown})"><path d="M-6 0v-90h12v90z" fill="#5b4327"/><circle cy="-120" r="56" fill="#3f6b35"/><circle cx="-30" cy="-92" r="36" fill="#4a7a3e"/><circle cx="32" cy="-92" r="36" fill="#4a7a3e"/></g>`
      }) + person(170 + progress * 900, 640, '#2a6b92'),
  },
  assembly: {
    sky: ['#0b1f3a', '#14305a'],
    far: '#1d3d6b',
    ground: '#3b2f26',
    actors: (progress) =>
      `<g transform="translate(640 270)" fill="#c9a227">${each(8, (n) => `<path transform="rotate(${n * 45 + progress * 45})" d="M0 -150l14 70h-28z"/>`)}<circle r="62"/></g>
        ${each(14, (n) => person(60 + n * 90, 640 - (n % 2) * 40, ['#3d4a2a', '#14305a', '#5b4a2a', '#2a6b92'][n % 4] as string))}`,
  },
} as const satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes

/** One moment of a scene, as a picture. */
export function drawScene(name: SceneName, progress: number, width: number): Promise<Buffer> {
  const { sky, far, ground, actors }: Scene = scenes[name]
  const height = Math.round((width * 9) / 16)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1280 720">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect width="1280" height="720" fill="url(#sky)"/>
    <path d="M0 470l180 -120 140 90 220 -170 200 150 170 -110 220 140 150 -60v330h-1280z" fill="${far}"/>
    <path d="M0 540q320 -50 640 -14t640 -20v214h-1280z" fill="${ground}"/>${actors(progress)}</svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
