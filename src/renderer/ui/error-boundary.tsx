import { Component, type ErrorInfo, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** Keeps a bug in the view from ending in an empty window. React offers this only to classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly reason: string }> {
  override readonly state = { reason: '' }

  static getDerivedStateFromError(error: unknown): { readonly reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // The desktop writes uncaught errors of the window to the log.
    reportError(new Error(`The view broke.${info.componentStack ?? ''}`, { cause: error }))
  }

  override render(): ReactNode {
    if (this.state.reason === '') return this.props.children
    return (
      <main className="error-screen">
        <h1>The studio tripped over itself</h1>
        <p>What you wrote is saved. Open it again to go on.</p>
        <button type="button" onClick={() => window.location.reload()}>
          Open the studio again
        </button>
        <p className="error-screen-reason">{this.state.reason}</p>
      </main>
    )
  }
}
