import { FileField, type Upload } from '#web/components/upload.tsx'
import { Samples } from './samples.tsx'

/** Pretends to send: 20 steps, and fails half-way for a file whose name says so. */
const pretendUpload: Upload<string> = async (file, { onProgress, signal }) => {
  for (let step = 1; step <= 20; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    signal.throwIfAborted()
    if (step === 10 && file.name.includes('fail')) throw new Error('cut')
    onProgress({ sent: Math.round((file.size * step) / 20), total: file.size })
  }
  return file.name
}

const limit = 20_971_520

export function UploadSamples() {
  return (
    <Samples title="Files">
      <div className="card grid gap-6 p-6 md:grid-cols-2">
        <FileField
          label="2x2 picture"
          hint="JPEG or PNG, under 20 MB"
          accept="image/jpeg,image/png"
          whyNot={({ type, size }) =>
            !['image/jpeg', 'image/png'].includes(type)
              ? 'Only JPEG, JPG, and PNG files are allowed'
              : size > limit
                ? 'Image size should be less than 20MB'
                : null
          }
          upload={pretendUpload}
        />
        <FileField
          label="Proof of payment"
          accept="image/*"
          upload={pretendUpload}
          error="Proof of payment is required"
        />
      </div>
    </Samples>
  )
}
