/** For people who open the archive. Nothing in it may change with time: equal packages have equal bytes. */
export const packageReadme = (title: string): string =>
  `Audit package: ${title}

With these files anybody can recount the election without the site that ran it.

freeze.json               what the election was frozen as, signed
corrections.ndjson        corrections of that, signed
heads.ndjson              how the public board grew, signed step by step
leaves.csv                every vote on the board with its opening
roll.csv                  the roll: one line for each person who could vote, without names
participation.csv         which of these lines voted
certificate.json          the certified result, signed (missing before certification)
countersignatures.ndjson  who else signed the certificate

The verifier is a program of its own, without this site's code: it comes with the site's source code in the
folder "verifier", as a command for Node, and with every release as one HTML page that also opens without a
network. The format of every file is described in docs/audit-package.md there, so you can also write your own.

Compare the fingerprint of the key that the verifier shows with one you noted before the election: on the public
schedule, in an email that announced the voting, on a receipt or on the printed certificate.
`
