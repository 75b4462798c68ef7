import '#web/theme/public.css'
import { hydrate, type DehydratedState } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { queries } from '#web/api/query-client.ts'
import { type InitialRender, BrowserRouter } from '#web/router/router.tsx'
import { App } from './app.tsx'
import { pageAt, preloadScreen } from './routes.tsx'

interface State extends InitialRender {
  queries: DehydratedState
}

async function start() {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '') as State
  hydrate(queries, state.queries)

  await preloadScreen(pageAt(window.location.pathname))

  const app = (
    <App
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
