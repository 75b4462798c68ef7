import sharp from 'sharp'

/** The documents of made-up people, drawn so that nobody takes them for real ones. */

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const jpeg = (svg: string) =>
  sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: false }).toBuffer()

const drawing = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Liberation Sans, DejaVu Sans, Arial, sans-serif">${content}</svg>`

const looks = [
  { ground: '#c9d6e6', skin: '#c68e62', hair: '#1d1a18', shirt: '#4b5a35' },
  { ground: '#e4ddcf', skin: '#a9744d', hair: '#2b2320', shirt: '#14305a' },
  { ground: '#d3dccb', skin: '#d7a577', hair: '#3a3a3d', shirt: '#5b4a2a' },
  { ground: '#dcd0d6', skin: '#8d5d3c', hair: '#15110f', shirt: '#2a6b92' },
  { ground: '#cfd9db', skin: '#bd8558', hair: '#6d6a68', shirt: '#3d4a2a' },
]

/** A head and shoulders without a face. */
export function portrait(n: number, side: number): Promise<Buffer> {
  const { ground, skin, hair, shirt } = looks[n % looks.length] as (typeof looks)[number]
  const content = `<g transform="scale(${side / 400})">
    <rect width="400" height="400" fill="${ground}"/>
    <path d="M40 400c6-92 66-128 160-128s154 36 160 128z" fill="${shirt}"/>
    <path d="M160 250h80v42q-40 34-80 0z" fill="${skin}"/>
    <ellipse cx="200" cy="178" rx="74" ry="92" fill="${skin}"/>
    <path d="M122 172c-6-84 40-112 82-112s84 30 74 112c-8-36-22-52-44-60-30 12-78 8-96 2-8 16-12 34-16 58z" fill="${hair}"/>
    <path d="M160 276l40 44 40-44 16 10-56 74-56-74z" fill="#ffffff" opacity="0.85"/></g>`
  return jpeg(drawing(side, side, content))
}

/** A sheet that says it is a sample, in the shape of a commission. */
export function certificate(name: string, rank: string, serial: string): Promise<Buffer> {
  const content = `<rect width="1200" height="850" fill="#fbf7ea"/>
    <rect x="36" y="36" width="1128" height="778" fill="none" stroke="#8a6d1f" stroke-width="6"/>
    <rect x="52" y="52" width="1096" height="746" fill="none" stroke="#8a6d1f" stroke-width="2"/>
    <g text-anchor="middle" fill="#1f2a37">
      <text x="600" y="150" font-size="30" letter-spacing="8">SAMPLE ASSOCIATION</text>
      <text x="600" y="250" font-size="68" font-weight="700">CERTIFICATE</text>
      <text x="600" y="330" font-size="28">This made-up paper says that</text>
      <text x="600" y="420" font-size="52" font-weight="700">${escape(name)}</text>
      <text x="600" y="490" font-size="30">${escape(rank)}, serial number ${escape(serial)}</text>
      <text x="600" y="560" font-size="28">was commissioned in the reserve, in this demonstration only.</text>
      <text x="600" y="640" font-size="110" font-weight="700" fill="#b3261e" opacity="0.13" transform="rotate(-18 600 500)">SPECIMEN</text>
    </g>
    <circle cx="230" cy="680" r="66" fill="none" stroke="#8a6d1f" stroke-width="5"/>
    <path d="M230 628l14 38 40 2-32 25 11 40-33-23-33 23 11-40-32-25 40-2z" fill="#c9a227"/>
    <path d="M780 700c40-50 60 30 90-10s40-30 60 6 60-26 90-6" fill="none" stroke="#16305a" stroke-width="4"/>
    <path d="M760 722h300" stroke="#1f2a37" stroke-width="2"/>
    <text x="910" y="754" font-size="22" text-anchor="middle" fill="#1f2a37">Made-up officer</text>`
  return jpeg(drawing(1200, 850, content))
}

/** What a phone shows after a payment. */
export function receipt(
  reference: string,
  payer: string,
  [pesos, what]: readonly [number, string] = [150, 'ID card printing'],
): Promise<Buffer> {
  const row = (y: number, label: string, value: string) =>
    `<text x="60" y="${y}" fill="#5b6673">${label}</text><text x="660" y="${y}" text-anchor="end" font-weight="700">${escape(value)}</text>`
  const content = `<rect width="720" height="1120" fill="#eef2f7"/>
    <rect width="720" height="230" fill="#28518a"/>
    <circle cx="360" cy="228" r="58" fill="#ffffff"/><path d="M332 230l20 22 38-44" fill="none" stroke="#1f7a45" stroke-width="10"/>
    <text x="360" y="110" font-size="44" fill="#ffffff" text-anchor="middle" font-weight="700">SAMPLE WALLET</text>
    <rect x="30" y="310" width="660" height="620" rx="24" fill="#ffffff"/>
    <g font-size="30" fill="#16202c">
      <text x="360" y="400" text-anchor="middle" font-size="36">Sent</text>
      <text x="360" y="480" text-anchor="middle" font-size="64" font-weight="700">PHP ${pesos}.00</text>
      ${row(580, 'To', 'Ricardo Torres')}${row(650, 'From', payer)}${row(720, 'For', what)}
      ${row(790, 'Ref. No.', reference.replace(/(\d{4})(\d{3})(\d+)/, '$1 $2 $3'))}
      <text x="360" y="880" text-anchor="middle" font-size="24" fill="#5b6673">Not a real payment</text>
    </g>
    <text x="360" y="1040" font-size="70" font-weight="700" text-anchor="middle" fill="#b3261e" opacity="0.2">SPECIMEN</text>`
  return jpeg(drawing(720, 1120, content))
}

const strokes = [
  'M40 150c30-90 70-90 60-20s-40 90-20 20 90-70 100-10 30 30 60-20 50-20 60 20 60-60 110-20 90-10 150-40',
  'M40 90c90-60 90 120 20 100s60-160 130-100-40 120 20 80 50-60 90-20 20 50 70 10 100-40 190-70',
  'M50 170c10-120 60-140 60-60s-40 60-10 20 70-80 90-20 60 30 80-30 60 60 100 10 80 40 140-30',
  'M40 120q60-100 80 0t70 0 60-30 60 40 70-50 60 40 120-60',
]

export function signature(n: number): Promise<Buffer> {
  const content = `<rect width="600" height="240" fill="#ffffff"/>
    <path d="${strokes[n % strokes.length]}" fill="none" stroke="#1a2c5b" stroke-width="6" stroke-linecap="round"/>
    <path d="M60 205h470" stroke="#1a2c5b" stroke-width="3" stroke-linecap="round" opacity="0.8"/>`
  return jpeg(drawing(600, 240, content))
}
