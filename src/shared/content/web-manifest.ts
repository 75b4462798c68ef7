import type { Settings } from '../settings.ts'

const icon = (file: string, side: number, purpose: 'any' | 'maskable') => ({
  src: `/${file}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

/** How a phone puts the site on its home screen. */
export const webManifest = ({ name, shortName }: Pick<Settings, 'name' | 'shortName'>) => ({
  id: '/',
  name,
  short_name: shortName,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf8f3',
  theme_color: '#0b1f3a',
  icons: [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('icon-maskable-192', 192, 'maskable'),
    icon('icon-maskable-512', 512, 'maskable'),
  ],
})
