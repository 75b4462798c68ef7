import { staysAfterErasure } from '#shared/members/privacy.ts'
import { Notice } from '#web/components/notice.tsx'

/** What goes and what stays, before it goes. */
export function ErasureWarning({ name }: { name: string }) {
  return (
    <Notice tone="error" title={`${name} will be erased for good`}>
      <p className="mt-1 font-semibold">What goes, at once and beyond recovery:</p>
      <ul className="list-disc pl-6">
        <li>the whole profile, with name, serial number, addresses, contact person and health data</li>
        <li>all pictures and documents, and the candidate document</li>
        <li>the login, and every letter that still waits to be sent</li>
        <li>the words of their requests and of your answers</li>
      </ul>
      <p className="mt-2 font-semibold">What stays, as the member has been told:</p>
      <ul className="list-disc pl-6">
        {staysAfterErasure.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2">
        If they are named on the Leadership page or in a story, take that out in the editors. Letters already sent are
        in other people’s hands.
      </p>
    </Notice>
  )
}
