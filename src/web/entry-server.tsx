import { AsyncLocalStorage } from 'node:async_hooks'
import { text } from 'node:stream/consumers'
import { dehydrate } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import type { PageName } from '#shared/pages.ts'
import { transport } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { StaticRouter } from '#web/router/router.tsx'
import { App } from './app.tsx'
import { isPublic, pageAt, preloadScreen } from './routes.tsx'

/** Addresses of a page's built files. */
export interface Assets {
  css: string[]
  /** Run before the first paint. */
  early: string[]
  js: string[]
  preload: string[]
  fonts: string[]
}

interface RenderInput {
  /** Path and query. */
  url: string
  /** The site's public address. */
  origin: string
  /** Answers API requests in process. */
  apiFetch: typeof fetch
  assets: (page: PageName | null) => Assets
}

const renders = new AsyncLocalStorage<Pick<RenderInput, 'origin' | 'apiFetch'>>()
transport.fetch = (address, init) => {
  const current = renders.getStore()
  if (!current) throw new Error('Only what is rendered asks for anything here')
  return current.apiFetch(new URL(address.toString(), current.origin), init)
}

/** One whole document: complete for a public page, a shell with a skeleton for the others, 404 for an unknown address. */
export const render = (input: RenderInput): Promise<{ status: 200 | 404; html: string }> =>
  renders.run(input, () => renderDocument(input))

async function renderDocument({ url, origin, assets }: RenderInput): Promise<{ status: 200 | 404; html: string }> {
  const { pathname, search } = new URL(url, origin)
  const page = pageAt(pathname)
  if (isPublic(page)) await preloadScreen(page)

  const queries = createQueryClient()
  const drawn = { origin: origin.replace(/\/$/, ''), search }
  let failure: unknown
  const { prelude } = await prerenderToNodeStream(
    <App
      queries={queries}
      drawn={drawn}
      router={(content) => (
        <StaticRouter pathname={pathname} search={search}>
          {content}
        </StaticRouter>
      )}
    />,
    // Sent in one piece: split content would need inline scripts to be put in place.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void (failure ??= error) },
  )
  const drawnHtml = await text(prelude)
  // If the one thing that a page is about is missing, its screen says so, and its status is 404.
  const missing = queries
    .getQueryCache()
    .getAll()
    .some(({ meta, state }) => meta?.subject === true && state.data === null)
  const state = JSON.stringify({ ...drawn, queries: dehydrate(queries) })
  queries.clear()
  if (failure) throw failure

  const files = assets(page)
  const html = drawnHtml
    .replace('<head>', (start) => start + styleTags(files))
    .replace('</head>', (end) => scriptTags(files) + end)
    .replace('</body>', (end) => stateTag(state) + end)
  return { status: page && !missing ? 200 : 404, html }
}

/** React leaves unknown tags in `<head>` and `<body>` as they are. */
function styleTags({ css, fonts, early }: Assets): string {
  return [
    ...early.map((src) => `<script src="${src}"></script>`),
    ...fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`),
    ...css.map((href) => `<link rel="stylesheet" href="${href}">`),
  ].join('')
}

/** After everything for the first paint: they would take half of a slow connection, and the page can be read without them. */
function scriptTags({ js, preload }: Assets): string {
  return [
    ...preload.map((href) => `<link rel="modulepreload" fetchpriority="low" href="${href}">`),
    ...js.map((src) => `<script type="module" fetchpriority="low" src="${src}"></script>`),
  ].join('')
}

function stateTag(state: string): string {
  return `<script type="application/json" id="state">${state.replaceAll('<', '\\u003c')}</script>`
}
