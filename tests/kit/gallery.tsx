import { FormSamples } from './form-samples.tsx'
import { MessageSamples } from './message-samples.tsx'
import { TableSamples } from './table-samples.tsx'
import { UploadSamples } from './upload-samples.tsx'

/** Each component of the kit in its states. */
export function Gallery() {
  return (
    <main className="wrap grid grid-cols-1 gap-12 py-10">
      <h1 className="text-5xl">Component kit</h1>
      <FormSamples />
      <UploadSamples />
      <MessageSamples />
      <TableSamples />
    </main>
  )
}
