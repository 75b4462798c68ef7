import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EditorBody } from '#web/content/editors/editor-dialog.tsx'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'

interface EditorLoadingProps<Data> {
  query: UseQueryResult<Data>
  failure: string
  children: (data: Data) => ReactNode
}

/**
 * An editor begins from what is stored now, not from what the dashboard read a while ago. Later readings, and their
 * failures, do not take away what is open.
 */
export function EditorLoading<Data>({ query, failure, children }: EditorLoadingProps<Data>) {
  if (query.data !== undefined && query.isFetchedAfterMount) return children(query.data)
  return (
    <EditorBody>
      {query.isError ? (
        <Failed title={failure} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading…</span>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-12 w-2/3" />
        </div>
      )}
    </EditorBody>
  )
}
