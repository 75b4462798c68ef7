import { Component, type ReactNode } from 'react'
import { buttonClass } from '#web/components/classes.ts'
import { unexpectedText } from '#shared/errors.ts'

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
const unexpectedHelp = 'Please reload the page. If it happens again, tell an administrator what you were doing.'
