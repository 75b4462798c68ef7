import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hostNames } from '#shared/content/video-links.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { BinIcon } from '#web/components/icons.tsx'
import { Fetched } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm } from '#web/components/use-form.ts'
import { VideoPoster } from '#web/content/video-poster.tsx'
import { deleteVideo, invalidateEdited, editedVideosQuery, orderVideos, renameVideo, type EditedVideo } from './api.ts'
import { Editor, EditorBody, EditorFoot, useUnsaved } from './editor.tsx'
import { sortedByIds, OrderedList, RowButtons } from './ordered-list.tsx'
import { editorText } from './text.ts'
import { AddVideo } from './video-upload.tsx'

/** Manages the videos of the featured stories: upload, order, rename, delete. */
export function VideoEditor({ onClose }: { onClose: () => void }) {
  return (
    <Editor
      title="Featured Stories"
      description="Up to three videos are shown as one large and two small; more than three are shown in two columns."
      query={useQuery(editedVideosQuery('featured_stories'))}
      failure="The videos could not be loaded"
      onClose={onClose}
    >
      {({ videos }) => (
        <>
          <EditorBody>
            <h3 className="mb-3 text-2xl">On the page</h3>
            {videos.length === 0 ? (
              <p className="text-muted">
                No videos yet. The videos you add below will be listed here and on the website.
              </p>
            ) : (
              <VideoList videos={videos} />
            )}
            <h3 className="mt-8 mb-3 text-2xl">Add a video</h3>
            <AddVideo page="featured_stories" effect="It is added at the end of the list, and visitors can watch it." />
          </EditorBody>
          <EditorFoot />
        </>
      )}
    </Editor>
  )
}

function VideoList({ videos }: { videos: EditedVideo[] }) {
  const [renaming, setRenaming] = useState<string | null>(null)
  return (
    <OrderedList
      label="Videos"
      items={videos}
      nameOf={({ title }) => title}
      queryKey={editedVideosQuery('featured_stories').queryKey}
      reorder={(data: { videos: EditedVideo[] }, ids) => ({ videos: sortedByIds(data.videos, ids) })}
      send={(ids) => orderVideos({ page: 'featured_stories', ids })}
      failure={editorText.videoOrderFailed}
      renderActions={(video) => (
        <RowButtons
          edit={`Rename ${video.title}`}
          onEdit={() => setRenaming(video.id)}
          remove={`Delete ${video.title}`}
          {...deletion(video)}
        >
          <strong className="break-words">{video.title}</strong> {editorText.videoGoes(video)}
        </RowButtons>
      )}
    >
      {(video) =>
        renaming === video.id ? (
          <VideoTitle video={video} onShut={() => setRenaming(null)} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            <span className="relative aspect-video w-24 flex-none overflow-hidden rounded bg-navy">
              <VideoPoster poster={video.poster} />
            </span>
            <span className="beside">
              {video.title}
              {video.linked && <span className="block font-normal text-muted">{hostNames[video.linked.host]}</span>}
            </span>
          </p>
        )
      }
    </OrderedList>
  )
}

/** The confirmation and the deletion of a video. */
const deletion = ({ id }: EditedVideo) => ({
  title: 'Delete this video?',
  action: 'Delete video',
  failure: editorText.deleteVideoFailed,
  toast: editorText.videoDeleted,
  async onConfirm() {
    await deleteVideo(id)
    await invalidateEdited('videos')
  },
})

/** Renames a video in its row. */
function VideoTitle({ video, onShut }: { video: EditedVideo; onShut: () => void }) {
  const form = useForm({
    values: { title: video.title },
    async send({ title }) {
      await renameVideo(video.id, title)
      await invalidateEdited('videos')
    },
    problemsOf: ({ message }) => ({ title: message }),
    onDone() {
      showToast(editorText.videoRenamed)
      onShut()
    },
  })
  useUnsaved(form.dirty)
  return (
    <Form form={form} focusFirst className="grid gap-2 py-1">
      <TextField name="title" label="Title" maxLength={200} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={form.busy}>
          Save title
        </Button>
        <Button look="outline" size="small" onClick={onShut}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** The single video of the about page. A new one replaces it. */
export function AboutVideo() {
  return (
    <Fetched
      query={useQuery(editedVideosQuery('about'))}
      failed="The video could not be loaded"
      loading={<Skeleton className="aspect-video w-full" />}
    >
      {({ videos: [video] }) => (
        <div className="grid gap-5">
          {video ? (
            <div className="flex flex-wrap items-center gap-4 rounded-field border border-line bg-white p-3">
              <span className="relative aspect-video w-32 flex-none overflow-hidden rounded bg-navy">
                <VideoPoster poster={video.poster} />
              </span>
              <p className="min-w-32 flex-1 font-semibold break-words">{video.title}</p>
              <ConfirmButton
                label={
                  <>
                    <BinIcon />
                    Delete
                  </>
                }
                button={{ look: 'danger-outline', size: 'small' }}
                destructive
                {...deletion(video)}
              >
                <strong className="break-words">{video.title}</strong> {editorText.videoGoes(video)} The about page
                shows a picture instead.
              </ConfirmButton>
            </div>
          ) : (
            <p className="text-muted">The about page has no video yet. It shows a picture instead.</p>
          )}
          <AddVideo
            page="about"
            replaces={video?.id}
            effect={
              video
                ? `It replaces “${video.title}”, which will be deleted.`
                : 'Visitors can watch it on the about page.'
            }
          />
        </div>
      )}
    </Fetched>
  )
}
