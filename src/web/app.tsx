import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Document } from '#web/document.tsx'
import { ErrorBoundary } from '#web/error-boundary.tsx'
import { InitialRenderContext, type InitialRender } from '#web/router/router.tsx'
import { SiteRoutes } from '#web/routes.tsx'
import { Layout } from '#web/layout/layout.tsx'

interface AppProps {
  queries: QueryClient
  drawn: InitialRender
  /** The router of this side: static on the server, the browser's history in the browser. */
  router: (page: ReactNode) => ReactNode
}

export function App({ queries, drawn, router }: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <InitialRenderContext value={drawn}>
        {router(
          <Document>
            <ErrorBoundary>
              <Layout>
                <SiteRoutes />
              </Layout>
            </ErrorBoundary>
          </Document>,
        )}
      </InitialRenderContext>
    </QueryClientProvider>
  )
}
