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
        <h1>Something went wrong in the studio</h1>
        <p>Your edits are saved. Reload the studio to continue.</p>
        <button type="button" onClick={() => window.location.reload()}>
          Reload the studio
        </button>
        <p className="error-screen-reason">{this.state.reason}</p>
      </main>
    )
  }
}
