import type { TickRendererProps } from '@visx/axis'
import { showNumber } from '#shared/figures.ts'
import { BarChart, chartLetters } from '#web/components/bar-chart.tsx'
import type { CountedNominee } from './api.ts'
import { barColour } from './bar-colours.ts'
import { abbreviate, inLines, lettersIn } from './names.ts'

/** The leaders' votes as bars. The panel beside it says the same in words. */
export const LeadingChart = ({ leaders }: { leaders: readonly CountedNominee[] }) => (
  <BarChart
    label="Votes of the overall leading candidates"
    bars={leaders.map(({ nomineeId: id, name, votes: value }, place) => ({
      id,
      name: abbreviate(name),
      value,
      fill: barColour(place).fill,
    }))}
    show={showNumber}
    tell={(votes) => `Votes: ${showNumber(votes)}`}
    nameBelow={nameBelow}
  />
)

/** How many letters fit diagonally below a bar in one line; a longer name takes up to three lines, and smaller letters if necessary. */
const lettersBelow = 13

/** The whole name, diagonally below its bar. */
function nameBelow({ x, y, formattedValue = '' }: TickRendererProps) {
  const lines = inLines(formattedValue, lettersBelow)
  const longest = Math.max(...lines.map(lettersIn))
  return (
    <g transform={`translate(${x} ${y}) rotate(-45)`} className={chartLetters}>
      <text textAnchor="end" fontSize={`${Math.min(lines.length > 2 ? 0.75 : 1, lettersBelow / longest)}em`}>
        {lines.map((line, place) => (
          <tspan key={line} x={0} dy={place === 0 ? `${0.6 - 0.4 * (lines.length - 1)}em` : '1.05em'}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  )
}
