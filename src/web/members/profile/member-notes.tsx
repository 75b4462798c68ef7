import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldEntries, lineOf } from '#shared/audit/entry-text.ts'
import { logText } from '#shared/audit/text.ts'
import { maxNoteLength, notesText } from '#shared/members/profile/text.ts'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { Failed, Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm } from '#web/components/use-form.ts'
import { addNote, deleteNote, invalidateNotes, notesQuery, historyQuery, type Note } from './api.ts'
import { historyText, profileParts } from './text.ts'

/** Administrators' notes about a member, for one another. */
export function MemberNotes({ memberId }: { memberId: string }) {
  const [toDelete, setToDelete] = useState<Note | null>(null)
  return (
    <section aria-labelledby="notes-title" className="card no-print p-6 md:p-8">
      <h2 id="notes-title" className="text-2xl">
        {notesText.title}
      </h2>
      <p className="mt-1 text-muted">{notesText.lead}</p>
      <NewNote memberId={memberId} />
      <Fetched
        query={useQuery(notesQuery(memberId))}
        failed={notesText.title}
        loading={<Skeleton className="mt-4 h-12 w-full" />}
      >
        {({ notes }) =>
          notes.length === 0 ? (
            <p className="mt-4 text-muted">{notesText.none}</p>
          ) : (
            <ul className="mt-4 grid">
              {notes.map((note) => (
                <li key={note.id} className="border-t border-line py-3">
                  <p className="break-words whitespace-pre-wrap">{note.text}</p>
                  <p className="flex flex-wrap items-center justify-between gap-x-4 text-muted">
                    <span>
                      {note.by ?? notesText.nobody}, {showInstant(note.writtenAt)}
                    </span>
                    <button type="button" className="text-link min-h-11" onClick={() => setToDelete(note)}>
                      {notesText.delete}
                      <span className="sr-only"> the note of {showInstant(note.writtenAt)}</span>
                    </button>
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Fetched>
      {toDelete && (
        <ConfirmDialog
          destructive
          title={notesText.deleteTitle}
          action={notesText.delete}
          onClose={() => setToDelete(null)}
          onConfirm={async () => {
            await deleteNote(memberId, toDelete.id)
            showToast(notesText.deleted)
            await invalidateNotes(memberId)
          }}
        >
          <p className="break-words whitespace-pre-wrap">{toDelete.text}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function NewNote({ memberId }: { memberId: string }) {
  const form = useForm({
    values: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { problems: { text: notesText.empty } } : { sent: text.trim() }),
    send: (text) => addNote(memberId, text),
    onDone() {
      form.reset()
      showToast(notesText.added)
      return invalidateNotes(memberId)
    },
  })
  return (
    <Form form={form} className="mt-4 grid gap-3">
      <TextArea label={notesText.label} name="text" rows={2} maxLength={maxNoteLength} />
      <FormFailure />
      <Button type="submit" look="outline" className="justify-self-start" busy={form.busy}>
        {notesText.add}
      </Button>
    </Form>
  )
}

/** The log entries about one member, in words. */
export function MemberHistory({ memberId }: { memberId: string }) {
  const history = useInfiniteQuery(historyQuery(memberId))
  const entries = history.data?.pages.flatMap((page) => page.entries)
  return (
    <section aria-labelledby={profileParts.history.id} className="card no-print p-6 md:p-8">
      <h2 id={profileParts.history.id} className="text-2xl">
        {profileParts.history.label}
      </h2>
      <p className="mt-1 text-muted">{historyText.lead}</p>
      {history.isError && !entries ? (
        <Failed title={historyText.failed} error={history.error} onRetry={() => void history.refetch()} />
      ) : !entries ? (
        <Skeleton className="mt-4 h-12 w-full" />
      ) : entries.length === 0 ? (
        <p className="mt-4 text-muted">{historyText.none}</p>
      ) : (
        <ol className="mt-4 grid">
          {foldEntries(entries).map(({ entry, times, since }) => {
            const { by, before, about, after, facts } = lineOf(entry)
            return (
              <li key={entry.seq} className="border-t border-line py-3">
                <p className="break-words">
                  <strong>{by}</strong> {before}
                  {about}
                  {after}
                  {times > 1 && `, ${logText.times(times)}`}
                </p>
                {facts.length > 0 && <p className="break-words text-muted">{facts.join(' ')}</p>}
                <p className="text-muted">
                  {times > 1 && `${showInstant(since)} to `}
                  {showInstant(entry.at)}
                </p>
              </li>
            )
          })}
        </ol>
      )}
      {history.hasNextPage && (
        <Button
          look="outline"
          size="small"
          className="mt-2"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {historyText.more}
        </Button>
      )}
    </section>
  )
}
