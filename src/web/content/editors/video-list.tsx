import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { editorText } from './text.ts'
import type { VideoPage } from '#shared/content/schemas.ts'
import { errorText } from '#shared/text.ts'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { inOrder, useOrder } from '#web/content/editors/use-order.ts'
import { VideoTitle } from '#web/content/editors/video-title.tsx'
import { sentenceOf } from '#web/api/client.ts'
import { deleteVideo, edited, editedVideosQuery, orderVideos, type EditedVideo } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { BinIcon, PencilIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { SortableList } from '#web/components/sortable-list.tsx'
import { VideoPoster } from '#web/content/video-poster.tsx'

export function VideoList({ page, videos }: { page: VideoPage; videos: EditedVideo[] }) {
  const { say } = useEditor()
  const [renaming, setRenaming] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<EditedVideo | null>(null)
  const order = useOrder<{ videos: EditedVideo[] }>({
    queryKey: editedVideosQuery(page).queryKey,
    reorder: (data, ids) => ({ videos: inOrder(data.videos, ids) }),
    send: (ids) => orderVideos({ page, ids }),
    onSaved: () => say(editorText.orderSaved),
  })
  const remove = useMutation({
    mutationFn: (id: string) => deleteVideo(id),
    async onSuccess() {
      await edited('videos')
      say(editorText.videoDeleted)
    },
  })

  if (videos.length === 0)
    return <p className="text-muted">No videos yet. The videos you add below will be listed here and on the website.</p>
  return (
    <>
      {order.isError && (
        <Notice tone="error" title={errorText['video-order-refused']} className="mb-3">
          {sentenceOf(order.error) !== errorText['video-order-refused'] && <p>{sentenceOf(order.error)}</p>}
          <p>The list is back to how it was.</p>
        </Notice>
      )}
      <SortableList
        label="Videos"
        items={videos}
        nameOf={({ title }) => title}
        onOrder={(ids) => order.mutate(ids)}
        renderActions={(video) => (
          <>
            <Button
              look="outline"
              size="icon"
              aria-label={`Rename ${video.title}`}
              onClick={() => setRenaming(video.id)}
            >
              <PencilIcon />
            </Button>
            <Button
              look="danger-outline"
              size="icon"
              aria-label={`Delete ${video.title}`}
              onClick={() => setDeleting(video)}
            >
              <BinIcon />
            </Button>
          </>
        )}
      >
        {(video) =>
          renaming === video.id ? (
            <VideoTitle video={video} onShut={() => setRenaming(null)} />
          ) : (
            <p className="flex items-center gap-3 font-semibold">
              <span className="relative aspect-video w-24 flex-none overflow-hidden rounded bg-navy">
                <VideoPoster poster={video.poster} />
              </span>
              <span className="min-w-0 break-words">{video.title}</span>
            </p>
          )
        }
      </SortableList>
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete this video?"
        action="Delete video"
        destructive
        failure={editorText.deleteVideoFailed}
        onConfirm={() => (deleting ? remove.mutateAsync(deleting.id) : undefined)}
      >
        <strong className="break-words">{deleting?.title}</strong> and its file will be gone for good.
      </ConfirmDialog>
    </>
  )
}
