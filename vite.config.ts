import fs from 'node:fs'
import { basename } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { importsOf, reachable } from './scripts/imports.ts'
import { pages } from './src/shared/pages.ts'

/** What every page needs from the first moment. Kept in one file, which also packs better than many small ones. */
const everyPage =
  /node_modules\/(react|react-dom|scheduler|hono|@tanstack\/(react-query|query-core))\/(?!.*(useInfinite|infiniteQueryObserver|useQueries|queriesObserver))|src\/shared\/(errors|pages)\.ts$|src\/web\/(router\/|api\/(client|query-client|site)|components\/(classes|icons))/

const publicScreens = [
  'content/not-found',
  ...Object.values(pages).flatMap(({ access, screen }) => (access === 'public' ? screen : [])),
]
const opensInPlace = new RegExp(`/(${publicScreens.map((screen) => basename(screen)).join('|')})-screen-`)

/** It shares no module with the pages: it is one file that imports nothing. */
const serviceWorker = 'src/web/members/card/service-worker.ts'

/** Hono's client can write cookies, which a browser forbids; every page would carry the code for it. */
const withoutCookies: Plugin = {
  name: 'without-cookies',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '../utils/cookie.js' && importer?.includes('/hono/dist/client/') ? '\0no-cookies' : null,
  load: (id) => (id === '\0no-cookies' ? 'export const serialize = () => ""' : null),
}

/** Classes grow with every screen. So public pages, which are to stay light, get those of the files that they load. */
const publicClasses: Plugin = {
  name: 'public-classes',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/theme/public.css')) return null
    const read = (path: string) => (path.startsWith('web/') ? fs.readFileSync(`src/${path}`, 'utf8') : '')
    const next = (path: string) => importsOf(path, read(path))
    const loaded = ['entry-client.tsx', ...publicScreens.map((screen) => `${screen}-screen.tsx`)].flatMap((file) => [
      `web/${file}`,
      ...reachable(`web/${file}`, next),
    ])
    const others = fs.globSync('src/web/**/*.{ts,tsx}').filter((file) => !loaded.includes(file.slice('src/'.length)))
    return code + others.map((file) => `@source not '../${file.slice('src/web/'.length)}';\n`).join('')
  },
}

/**
 * Two builds from one tree: `vite build` for the browser (dist/client, hashed files under /assets) and
 * `vite build --ssr src/web/entry-server.tsx --outDir dist/server` for the server, with everything inside it.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  // Without the plugin's hot swapping in development: it needs an inline script. A change reloads the page.
  plugins: [command === 'build' && react(), publicClasses, tailwind(), !isSsrBuild && withoutCookies],
  // Not among the packages, which are replaced as a whole and which copies of the project share.
  cacheDir: '.setup/vite',
  publicDir: isSsrBuild ? false : 'src/web/public',
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify(mode) } : {},
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    manifest: !isSsrBuild,
    sourcemap: false,
    // The content security policy lets no script, style or font come from a data: address.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page carries these lists. They are kept for the pages that open in place, as public ones do.
      resolveDependencies: (file, needed) =>
        opensInPlace.test(file) ? needed.filter((one) => !/(every-page|entry-client)-/.test(one)) : [],
    },
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['src/web/entry-client.tsx', 'src/web/signed-in.ts', serviceWorker],
          output: {
            // At the root, for it looks after all pages, and under one name, by which a browser finds its next version.
            entryFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.endsWith(serviceWorker) ? 'service-worker.js' : 'assets/[name]-[hash].js',
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: 'every-page', test: everyPage }],
            },
          },
        },
  },
  ssr: command === 'build' ? { noExternal: true } : {},
}))
