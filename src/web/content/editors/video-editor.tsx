import { useQuery } from '@tanstack/react-query'
import { useEditor } from '#web/content/editors/editor-context.ts'
import { EditorBody, EditorDialog, EditorFoot } from '#web/content/editors/editor-dialog.tsx'
import { EditorLoading } from '#web/content/editors/editor-loading.tsx'
import { VideoList } from '#web/content/editors/video-list.tsx'
import { VideoUpload } from '#web/content/editors/video-upload.tsx'
import { editedVideosQuery } from '#web/api/content-editing.ts'
import { Button } from '#web/components/button.tsx'

/** The videos of the featured stories: upload, order, title, delete. */
export function VideoEditor({ onClosed }: { onClosed: () => void }) {
  const videos = useQuery(editedVideosQuery('featured_stories'))
  return (
    <EditorDialog
      title="Featured Stories"
      description="Up to three videos are shown as one large and two small; more than three are shown in two columns."
      onClosed={onClosed}
    >
      <EditorLoading query={videos} failure="The videos could not be loaded">
        {(data) => (
          <EditorBody>
            <h3 className="mb-3 text-2xl">On the page</h3>
            <VideoList page="featured_stories" videos={data.videos} />
            <h3 className="mt-8 mb-3 text-2xl">Add a video</h3>
            <VideoUpload
              page="featured_stories"
              effect="It is added at the end of the list, and visitors can watch it."
            />
          </EditorBody>
        )}
      </EditorLoading>
      <CloseFoot />
    </EditorDialog>
  )
}

function CloseFoot() {
  const { close } = useEditor()
  return (
    <EditorFoot>
      <Button look="outline" onClick={close}>
        Close
      </Button>
    </EditorFoot>
  )
}
