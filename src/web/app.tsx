import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { unexpectedText } from '#shared/errors.ts'
import { buttonClass } from '#web/components/classes.ts'
import { Layout } from '#web/layout/layout.tsx'
import { InitialRenderContext, type InitialRender } from '#web/router/router.tsx'
import { SiteRoutes } from './routes.tsx'

interface AppProps {
  queries: QueryClient
  drawn: InitialRender
  /** A static router on the server, the browser's history in the browser. */
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

/** The whole document. The server adds styles, preloads and scripts to its head, and React leaves them alone. */
function Document({ children }: { children: ReactNode }) {
  return (
    // `signed-in.ts` may have marked it by then.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b1f3a" />
        <meta name="format-detection" content="telephone=no" />
        {import.meta.env.SSR && <link rel="manifest" href="/manifest.webmanifest" />}
      </head>
      <body>{children}</body>
    </html>
  )
}

/** Catches unexpected errors. It needs neither data nor a router, so it can replace any page. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('no reason given') }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const isCutOff = isNotLoaded(error)
    return (
      <main className="wrap grid min-h-svh place-content-center gap-4 py-16 text-center" role="alert">
        <h1 className="text-4xl">{isCutOff ? notLoadedText : unexpectedText}</h1>
        <p className="mx-auto max-w-[48ch] text-muted">{isCutOff ? notLoadedHelp : unexpectedHelp}</p>
        <p className="flex flex-wrap justify-center gap-3">
          <button type="button" className={buttonClass('primary')} onClick={() => window.location.reload()}>
            Reload the page
          </button>
          <a className={buttonClass('outline')} href="/">
            Go to Home
          </a>
        </p>
      </main>
    )
  }
}
/** Browsers say in their own words that they could not load a screen's code: the connection was lost, or the site was updated. */
const isNotLoaded = (error: unknown) => /dynamically imported module|Importing a module script/i.test(String(error))
const notLoadedText = 'This page could not be loaded'
const notLoadedHelp = 'Please check your connection, then reload the page.'
const unexpectedHelp = 'Please reload the page. If it happens again, tell an administrator what you were doing.'
