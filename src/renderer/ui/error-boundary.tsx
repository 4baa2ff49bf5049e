import { Component, type ErrorInfo, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** Shows a message instead of an empty window after an error in rendering. React supports this only in classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly reason: string }> {
  override readonly state = { reason: '' }

  static getDerivedStateFromError(error: unknown): { readonly reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // The desktop logs uncaught errors of the window.
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
