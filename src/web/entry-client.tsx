import '#web/theme/theme.css'
import { hydrate, type DehydratedState } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { withNext } from '#shared/requested-page.ts'
import { createApiClient } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { App } from '#web/app.tsx'
import type { InitialRender } from '#web/router/hydrated.ts'
import { BrowserRouter } from '#web/router/router.tsx'
import { pageAt, preloadScreen } from '#web/routes.tsx'

/** A session that ended behind an open page: after the login one is back on it. */
const loginFromHere = () => withNext('/login?ended', window.location.pathname + window.location.search)

interface State extends InitialRender {
  queries: DehydratedState
}

async function start() {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as State
  const queries = createQueryClient(() => window.location.assign(loginFromHere()))
  hydrate(queries, state.queries)

  await preloadScreen(pageAt(window.location.pathname))

  const app = (
    <App
      api={createApiClient(window.location.origin)}
      queries={queries}
      drawn={{ origin: state.origin, search: state.search }}
      router={(content) => <BrowserRouter>{content}</BrowserRouter>}
    />
  )
  startTransition(() => {
    hydrateRoot(document, app)
  })
}

void start()
