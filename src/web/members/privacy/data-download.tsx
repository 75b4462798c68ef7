import { dataAddress, type MyData } from '#web/api/members/privacy.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { showBytes } from '#web/components/show-bytes.ts'
import { SectionCard } from '#web/members/privacy/section-card.tsx'

/** A record in words is a few kilobytes; the pictures decide. */
const recordBytes = 10 * 1024

export function DataDownload({ memberId, files }: { memberId: string; files: MyData['files'] }) {
  const bytes = files.reduce((sum, { size }) => sum + size, recordBytes)
  return (
    <SectionCard title="Download everything">
      <p className="mt-3 max-w-[60ch]">
        One ZIP file with your record, your pictures and documents, and a text that explains them. It is about{' '}
        <strong>{showBytes(bytes)}</strong>.
      </p>
      <a href={dataAddress(memberId)} download className={`${buttonClass('primary')} mt-5`}>
        Download my data
      </a>
      <p className="mt-3 max-w-[60ch] text-muted">
        If other people use this phone or computer, delete the file after you have read it.
      </p>
    </SectionCard>
  )
}
