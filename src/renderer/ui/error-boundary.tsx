import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '#renderer/i18n/i18n.ts'

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
    reportError(new Error(`render${info.componentStack ?? ''}`, { cause: error }))
  }

  override render(): ReactNode {
    if (this.state.reason === '') return this.props.children
    return (
      <main className="error-screen">
        <h1>{t('ui:broke.title')}</h1>
        <p>{t('ui:broke.advice')}</p>
        <button type="button" onClick={() => window.location.reload()}>
          {t('ui:broke.reload')}
        </button>
        <p className="error-screen-reason">{this.state.reason}</p>
      </main>
    )
  }
}
