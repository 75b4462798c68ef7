import { Component, type ReactNode } from 'react'
import { unexpectedHelp, unexpectedText } from '#shared/basic-text.ts'
import { buttonClass } from '#web/components/classes.ts'

/** Catches what no screen expected. It needs no data and no router, so it can stand in for anything. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="wrap grid min-h-svh place-content-center gap-4 py-16 text-center" role="alert">
        <h1 className="text-4xl">{unexpectedText}</h1>
        <p className="max-w-[48ch] text-muted">{unexpectedHelp}</p>
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
