import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { TooltipWithBounds, useTooltip } from '@visx/tooltip'
import { useRef } from 'react'
import { showNumber } from '#shared/figures.ts'
import { classes } from '#web/components/classes.ts'
import type { CountedNominee } from './api.ts'
import { barColour } from './bar-colours.ts'
import { abbreviate, inLines, lettersIn } from './names.ts'

const size = { width: 550, height: 500 }
const inner = { top: 34, right: 540, bottom: 360, left: 62 }
/** On a phone the drawing is scaled down, so its letters are drawn larger. */
const letters = 'fill-ink font-sans text-[21px] sm:text-[15px]'
/** So many fit slantwise below a bar in one line; a longer name takes up to three, and smaller letters if it must. */
const lettersBelow = 13

/** The votes of those who lead, as bars. The panel beside it says the same in words. */
export function LeadingChart({ leaders }: { leaders: readonly CountedNominee[] }) {
  const drawing = useRef<SVGSVGElement>(null)
  const { tooltipData, tooltipLeft, tooltipTop, showTooltip, hideTooltip } = useTooltip<CountedNominee>()
  const most = Math.max(1, ...leaders.map((one) => one.votes))
  const across = scaleBand({
    domain: leaders.map((one) => one.nomineeId),
    range: [inner.left, inner.right],
    paddingInner: 0.36,
    paddingOuter: 0.22,
  })
  const up = scaleLinear({ domain: [0, most], range: [inner.bottom, inner.top], nice: true })
  const nameOf = (id: string) => abbreviate(leaders.find((one) => one.nomineeId === id)?.name ?? '')

  function show(one: CountedNominee) {
    const scale = (drawing.current?.clientWidth ?? size.width) / size.width
    const tooltipLeft = ((across(one.nomineeId) ?? 0) + across.bandwidth() / 2) * scale
    showTooltip({ tooltipData: one, tooltipLeft, tooltipTop: up(one.votes) * scale })
  }

  return (
    <div className="relative mx-auto max-w-[550px]">
      <svg
        ref={drawing}
        viewBox={`0 0 ${size.width} ${size.height}`}
        width={size.width}
        height={size.height}
        className="h-auto max-w-full overflow-visible"
        role="group"
        aria-label="Votes of the overall leading candidates"
      >
        <AxisLeft
          scale={up}
          left={inner.left}
          tickValues={up.ticks(5).filter(Number.isInteger)}
          tickFormat={(votes) => showNumber(Number(votes))}
          hideAxisLine
          tickLength={inner.left - inner.right}
          tickLineProps={{ className: 'stroke-line' }}
          tickLabelProps={{
            className: classes(letters, 'tabular-nums'),
            dx: inner.left - inner.right - 8,
            dy: '0.33em',
          }}
        />
        {leaders.map((one, place) => (
          <LeaderBar
            key={one.nomineeId}
            candidate={one}
            left={across(one.nomineeId) ?? 0}
            wide={across.bandwidth()}
            top={up(one.votes)}
            fill={barColour(place).fill}
            onShow={() => show(one)}
            onHide={hideTooltip}
          />
        ))}
        <AxisBottom
          scale={across}
          top={inner.bottom}
          hideTicks
          axisLineClassName="stroke-ink"
          tickFormat={nameOf}
          tickComponent={NameBelow}
        />
      </svg>
      {tooltipData && (
        <TooltipWithBounds
          left={tooltipLeft ?? 0}
          top={tooltipTop ?? 0}
          offsetTop={-76}
          offsetLeft={12}
          unstyled
          applyPositionStyle
          className="pointer-events-none rounded-field bg-navy max-w-64 px-4 py-2.5 break-words text-white shadow-float"
        >
          <p className="font-semibold">{abbreviate(tooltipData.name)}</p>
          <p className="tabular-nums">Votes: {showNumber(tooltipData.votes)}</p>
        </TooltipWithBounds>
      )}
    </div>
  )
}

/** The whole name, slantwise under its bar. */
function NameBelow({ x, y, formattedValue = '' }: TickRendererProps) {
  const lines = inLines(formattedValue, lettersBelow)
  const longest = Math.max(...lines.map(lettersIn))
  return (
    <g transform={`translate(${x} ${y}) rotate(-45)`} className={letters}>
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

interface LeaderBarProps {
  candidate: CountedNominee
  left: number
  wide: number
  top: number
  fill: string
  onShow: () => void
  onHide: () => void
}

/** A bar with its figure on top. It can be reached by keyboard and by a tap, which show the same as the mouse. */
function LeaderBar({ candidate, left, wide, top, fill, onShow, onHide }: LeaderBarProps) {
  return (
    <g
      role="img"
      tabIndex={0}
      aria-label={`${abbreviate(candidate.name)}, votes: ${showNumber(candidate.votes)}`}
      onMouseEnter={onShow}
      onMouseLeave={onHide}
      onFocus={onShow}
      onBlur={onHide}
    >
      <Bar
        x={left}
        y={top}
        width={wide}
        height={Math.max(0, inner.bottom - top)}
        rx={4}
        className={classes(fill, 'motion-safe:transition-all motion-safe:duration-200')}
      />
      <text
        x={left + wide / 2}
        y={top - 10}
        textAnchor="middle"
        className="fill-ink text-[18px] font-bold tabular-nums sm:text-base"
      >
        {showNumber(candidate.votes)}
      </text>
    </g>
  )
}
