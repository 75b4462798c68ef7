import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What every page needs from the first moment. Kept in one file, which also packs better than many small ones. */
const everyPage =
  /node_modules\/(react|react-dom|scheduler|hono|@tanstack\/(react-query|query-core))\/(?!.*(useMutation|mutationObserver|useInfinite|infiniteQueryObserver|useQueries|queriesObserver))|src\/shared\/(basic-text|pages)\.ts$|src\/web\/content\/hero\.svg$|src\/web\/(router\/(router|hydrated|plain-click)|api\/(client|query-client|site)|components\/(classes|icons))\.tsx?$/

/** Every page lists the files of the others: what is random in a name does not compress, so it is short, and most have no other. */
const hashedName = 'assets/[name]-[hash:7].js'
const namelessFile = 'assets/[hash:7].js'
/** What is looked for by its name, here or in a test. */
const isNamed =
  /^(every-page|rolldown-runtime|registration-form|(home|about|leadership|featured-stories|contact|login|register)-screen)$/

/** Whoever goes to another page has these. */
const alreadyThere = /assets\/(every-page|rolldown-runtime|entry-client)-/

const publicScreens = /assets\/(home|about|leadership|featured-stories|contact|login|register)-screen-/

const formParts =
  /src\/web\/components\/(button|fields|form-data|notice)\.tsx?$|src\/web\/api\/accounts\.ts$|(useMutation|mutationObserver)\.js$/

/** What public pages with times and figures need: together smaller than as a file each. */
const factParts =
  /src\/shared\/(time|show-count|elections\/board\/(in-groups|schedule-text))\.ts$|src\/web\/(layout\/page-banner|theme\/sun-rays)\.tsx$/

/** The same for the screens that set a password, for those with edited content, and for the home page. */
const passwordParts =
  /src\/shared\/accounts\/(text|password|password-text|birthday-text)\.ts$|src\/web\/accounts\/(login-after-reset|refusal-in)\.ts$/
const contentParts = /src\/web\/(content\/(api|text)|components\/show-(day|bytes))\.ts$/
const homeParts = /src\/web\/(content\/(home-parts|link-rows)|layout\/(member-strip|organization))\.tsx?$/

/** And what tells where the fee goes, on the home page and in the form. */
const paymentParts =
  /src\/shared\/members\/registration\/payment\.ts$|src\/web\/(layout\/wallet-account|components\/copy-button)\.tsx$/

/** It shares no module with the pages: it is one file that imports nothing. */
const serviceWorker = 'src/web/members/card/service-worker.ts'

/**
 * Vite's helper that fetches what a chunk imports beside the chunk, without what this site does not have (styles of a chunk's
 * own, nonces, bases): every page carries it, and this is 600 bytes less.
 */
const smallPreloadHelper: Plugin = {
  name: 'small-preload-helper',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? preloadHelper : null),
}
const preloadHelper = `export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (document.querySelector('link[href="/' + file + '"]')) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = '/' + file
    document.head.append(link)
  }
  return load()
}`

/**
 * Two builds from one tree: `vite build` for the browser (dist/client, hashed files under /assets) and
 * `vite build --ssr src/web/entry-server.tsx --outDir dist/server` for the server, with everything inside it.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  // Without the plugin's hot swapping in development: it needs an inline script. A change reloads the page.
  plugins: [command === 'build' && react(), tailwind(), smallPreloadHelper],
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
      // Every page would carry the list of what each other page needs. It is kept for those a visitor can go to next.
      resolveDependencies: (file, needed) =>
        publicScreens.test(file) ? needed.filter((one) => !alreadyThere.test(one)) : [],
    },
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: ['src/web/entry-client.tsx', 'src/web/signed-in.ts', serviceWorker],
          // What most forms need comes in one file: each request costs a phone 300 ms.
          output: {
            // At the root, for it looks after all pages, and under one name, by which a browser finds its next version.
            entryFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.endsWith(serviceWorker) ? 'service-worker.js' : hashedName,
            chunkFileNames: ({ name }) => (isNamed.test(name) ? hashedName : namelessFile),
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'every-page', test: everyPage },
                { name: 'form', test: formParts },
                { name: 'facts', test: factParts },
                { name: 'password', test: passwordParts },
                { name: 'content', test: contentParts },
                { name: 'home', test: homeParts },
                { name: 'payment', test: paymentParts },
              ],
            },
          },
        },
  },
  ssr: command === 'build' ? { noExternal: true } : {},
}))
