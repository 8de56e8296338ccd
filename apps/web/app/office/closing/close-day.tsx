import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, CloudOff, FileText } from 'lucide-react';
import { cents, endWithFullStop, say, sayNow, sumOf } from '@tiffin/domain/core';
import { isEarlyToClose, MAX_REASON_LENGTH, partsOfClosing } from '@tiffin/domain/day';
import { officePaths } from '../../office-paths.ts';
import type { Answer } from '../../shared/api/api.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { useOnline } from '../../shared/offline/online.ts';
import { Loaded } from '../../shared/page/loaded.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatDay, formatMoney, formatTime } from '../../ui/format.ts';
import { TextInput } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { IconState } from '../../ui/states.tsx';
import { SumList, differenceText } from './sum-list.tsx';
import styles from './closing.module.css';
import { Drawers } from './drawers.tsx';

type Closing = Answer<'getClosing'>;
type OpenThing = Omit<Closing['open'][number], 'kind' | 'isMoving'> & {
  readonly kind: Closing['open'][number]['kind'] | NonNullable<Closing['unfinished']>[number]['kind'];
};

const STEPS = [say`Still open`, say`Count`, say`Sums`, say`Close`] as const;
/** The positions in `STEPS`. The last step is shown once the day is closed. */
const [STILL_OPEN, COUNT, SUMS, CLOSED] = [0, 1, 2, 3] as const;

export function CloseDay({ locationId }: { locationId: string }) {
  const [date, setDate] = useState('');
  const [step, setStep] = useState<number>(STILL_OPEN);
  const key = ['closing', locationId];
  const query = useQuery({
    ...apiQuery([...key, date], 'getClosing', { query: { locationId, date: date || undefined } }),
    placeholderData: keepPreviousData,
  });
  useRefetchOn(['order.created', 'order.updated', 'payment.attention', 'day.changed', 'reset'], key);
  const online = useOnline();
  const withoutConnection = (
    <IconState
      title={say`A day is closed with a connection`}
      text={say`Without one you can open and count the drawers, and put cash in or take it out.`}
      icon={<CloudOff />}
    >
      {step !== COUNT && <Button onClick={() => setStep(COUNT)}>{say`Count the drawers`}</Button>}
    </IconState>
  );
  return (
    <>
      <Loaded
        query={query}
        failed={say`The closing could not be loaded`}
        rows={4}
        height={72}
        without={!online && withoutConnection}
      >
        {(closing) => {
          const shown = closing.closed ? CLOSED : step;
          return (
            <>
              <div className="row flex-wrap between gap-12">
                <ol className={`row flex-wrap gap-8 ${styles.steps}`} aria-label={say`Steps`}>
                  {STEPS.map((name, index) => (
                    <li key={name} className={classNames(index === shown && styles.current)}>
                      <button
                        type="button"
                        className="row gap-6"
                        aria-current={index === shown ? 'step' : undefined}
                        disabled={closing.closed !== null || index === CLOSED}
                        onClick={() => setStep(index)}
                      >
                        <span className={`center pill sunken ${styles.number}`} aria-hidden="true">
                          {index < shown ? <Check /> : index + 1}
                        </span>
                        {sayNow(name)}
                      </button>
                    </li>
                  ))}
                </ol>
                <Field label={say`Day`}>
                  <TextInput
                    type="date"
                    max={closing.today}
                    value={closing.date}
                    onChange={(event) => {
                      setDate(event.target.value);
                      setStep(STILL_OPEN);
                    }}
                  />
                </Field>
              </div>
              {shown === STILL_OPEN && <StillOpen closing={closing} onCount={() => setStep(COUNT)} />}
              {shown >= SUMS && <Sums closing={closing} locationId={locationId} queryKey={key} />}
            </>
          );
        }}
      </Loaded>
      {/* Outside, so that a count that was begun without a connection stays when the closing arrives. */}
      {step === COUNT && <Drawers locationId={locationId} mayManage />}
      {step === COUNT && query.data && (
        <div>
          <Button
            size="lg"
            onClick={() => void query.refetch().then(() => setStep(SUMS))}
          >{say`Go on to the sums`}</Button>
        </div>
      )}
    </>
  );
}

const KINDS: Readonly<Record<OpenThing['kind'], string>> = {
  tab: say`Tab`,
  bill: say`Unpaid order`,
  delivery: say`Delivery`,
  cash: say`Cash of a driver`,
  drawer: say`Drawer`,
  refund: say`Refund`,
  order: say`Order`,
  table: say`Guests still sit there`,
};

function addressOf({ kind, id }: OpenThing): string {
  if (kind === 'cash') return '#deliveries';
  if (kind === 'table') return '#floor';
  return kind === 'drawer' ? '#closing' : officePaths.order(id);
}

function StillOpen({ closing, onCount }: { closing: Closing; onCount: () => void }) {
  const { open } = closing;
  // Older servers do not send this field.
  const unfinished = closing.unfinished ?? [];
  const toDecide = open.filter(({ isMoving }) => !isMoving);
  const moving = open.filter(({ isMoving }) => isMoving);
  return (
    <>
      <OpenThings
        title={
          toDecide.length === 0
            ? say`Nothing is unpaid, and every drawer is counted`
            : say`Before you count, ${toDecide.length} open`
        }
        things={toDecide}
        onCount={onCount}
      />
      {unfinished.length > 0 && (
        <OpenThings
          title={say`Paid, but not finished`}
          things={unfinished.map((each) => ({ ...each, amount: null }))}
          onCount={onCount}
        />
      )}
      {moving.length > 0 && <OpenThings title={say`No action needed`} things={moving} onCount={onCount} />}
      <p className="hint">{say`Open things stay open after closing and count for the next day.`}</p>
      <div>
        <Button size="lg" onClick={onCount}>{say`Count the drawers`}</Button>
      </div>
    </>
  );
}

interface OpenThingsProps {
  title: string;
  things: readonly OpenThing[];
  onCount: () => void;
}

function OpenThings({ title, things, onCount }: OpenThingsProps) {
  return (
    <Panel title={title}>
      <ul className={`stack ruled ${styles.rows}`}>
        {things.map((thing) => (
          <li key={`${thing.kind} ${thing.id}`} className="row gap-12">
            <span className="grow min-width-0">
              <b className="block break-anywhere">{thing.label || sayNow(KINDS[thing.kind])}</b>
              <span className="soft text-sm">{sayNow(KINDS[thing.kind])}</span>
            </span>
            {thing.amount !== null && <b className="num">{formatMoney(centsOf(thing.amount))}</b>}
            {thing.kind === 'drawer' ? (
              <Button look="quiet" size="sm" onClick={onCount}>{say`Count`}</Button>
            ) : (
              <LinkButton look="quiet" size="sm" href={addressOf(thing)}>{say`Open`}</LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface SumsProps {
  closing: Closing;
  locationId: string;
  queryKey: readonly string[];
}

function Sums({ closing, locationId, queryKey }: SumsProps) {
  const { closed, previous, lines, late, voids, cashOutside, shifts, open, date } = closing;
  const { sales, tenders, drawers } = partsOfClosing(lines);
  const together = (of: typeof lines) => cents(sumOf(of.map(({ amount }) => centsOf(amount))));
  const row = (label: string, amount: number): [string, number] => [label, centsOf(amount)];
  const lineOf = ({ label, amount }: (typeof lines)[number]) => row(label, amount);
  const withSum = (part: typeof lines) => <SumList rows={part.map(lineOf)} sum={[say`Together`, together(part)]} />;
  const pdf = new URLSearchParams({ locationId, date });
  return (
    <>
      <div className={`grid gap-14 ${styles.panels}`}>
        <Panel title={say`Sales`}>
          {withSum(sales)}
          <SumList rows={[row(say`Voids, ${voids.count}`, voids.amount)]} />
        </Panel>
        <Panel title={say`How guests paid`}>
          {withSum(tenders)}
          {cashOutside !== 0 && (
            <p className="hint">{say`${formatMoney(centsOf(cashOutside))} of the cash is in no drawer: none was open when it was taken.`}</p>
          )}
        </Panel>
        {shifts.map((shift) => (
          <Panel key={shift.number} title={say`${shift.drawer}, No. ${shift.number}`}>
            <SumList
              rows={[row(say`Should be`, shift.expected), row(say`Counted`, shift.counted)]}
              sum={[differenceText(centsOf(shift.difference)), centsOf(shift.difference)]}
            />
            {shift.note && <p className="hint">{shift.note}</p>}
            {shift.late !== 0 && (
              <p className="hint">{say`${formatMoney(centsOf(shift.late))} belongs to an earlier shift and came late.`}</p>
            )}
            {shift.remarks?.map((words) => (
              <p key={words} className="hint">
                {words}
              </p>
            ))}
            {shift.countedBefore?.map(({ at, by, amount }) => (
              <p key={at} className="hint">
                {say`Counted before: ${formatMoney(centsOf(amount))}, ${by ?? '–'}, ${formatTime(at)}`}
              </p>
            ))}
            {shift.reason && <p className="hint">{say`Reason: ${shift.reason}`}</p>}
          </Panel>
        ))}
        {drawers.length > 0 && (
          <Panel title={say`Drawers`}>
            <SumList rows={drawers.map(lineOf)} />
          </Panel>
        )}
        {late.map((each) => {
          const parts = partsOfClosing(each.lines);
          return (
            <Panel key={each.date} title={say`Late, for ${formatDay(each.date)}`}>
              {parts.sales.length > 0 && withSum(parts.sales)}
              {parts.tenders.length > 0 && withSum(parts.tenders)}
              {parts.drawers.length > 0 && <SumList rows={parts.drawers.map(lineOf)} />}
            </Panel>
          );
        })}
        <Panel title={say`Number`}>
          <dl className="grid gap-12">
            <Fact name={say`Closing number`}>{closed?.number ?? (previous?.number ?? 0) + 1}</Fact>
            {previous && (
              <Fact name={say`After`}>{say`No. ${previous.number}, ${formatTime(previous.at, 'date-time')}`}</Fact>
            )}
            {closed && <Fact name={say`Check code`}>{closed.checkCode}</Fact>}
            {closed && (
              <Fact name={say`Closed`}>{say`${closed.by ?? '–'}, ${formatTime(closed.at, 'date-time')}`}</Fact>
            )}
            {closed?.reason && <Fact name={say`Reason`}>{closed.reason}</Fact>}
          </dl>
        </Panel>
      </div>
      {closed ? (
        <p className="hint">{say`This closing never changes. What arrives later is in the next one. The days of the accountant’s files are locked in the report.`}</p>
      ) : (
        <CloseForm
          locationId={locationId}
          date={date}
          openCount={open.filter(({ isMoving }) => !isMoving).length}
          difference={cents(sumOf(shifts.map((shift) => centsOf(shift.difference))))}
          service={closing.service ?? null}
          queryKey={queryKey}
        />
      )}
      <div>
        <LinkButton look="quiet" href={`/api/getClosingPdf?${pdf}`} target="_blank">
          <FileText /> {say`Print or save (PDF)`}
        </LinkButton>
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="soft text-sm">{name}</dt>
      <dd className="weight-600 num">{children}</dd>
    </div>
  );
}

/** Why it may be too early to close the day. */
function earlyTexts(service: CloseFormProps['service']): string[] {
  if (!service) return [];
  const { openUntil, going, toCome } = service;
  if (!isEarlyToClose({ isOpen: openUntil !== null, going, toCome })) return [];
  return [
    ...(openUntil === null ? [] : [endWithFullStop(say`You are open until ${formatTime(openUntil)}`)]),
    ...(going === 0 ? [] : [say`Orders that are not finished: ${going}.`]),
    ...(toCome === 0 ? [] : [say`Orders that guests want later today: ${toCome}.`]),
    say`What they pay after this counts for tomorrow’s closing.`,
  ];
}

interface CloseFormProps {
  locationId: string;
  date: string;
  /** How many things need a reason to stay open. */
  openCount: number;
  difference: ReturnType<typeof cents>;
  service: NonNullable<Closing['service']> | null;
  queryKey: readonly string[];
}

function CloseForm({ locationId, date, openCount, difference, service, queryKey }: CloseFormProps) {
  const [reason, setReason] = useState('');
  const { send, isBusy, error } = useCall('closeDay', {
    doneText: ({ number }) => say`Closed, No. ${number}`,
    changes: [queryKey],
  });
  const amount = formatMoney(cents(Math.abs(difference)));
  return (
    <div className="stack gap-12">
      {openCount > 0 && (
        <TextField
          label={say`Why does something stay open?`}
          hint={say`Still open: ${openCount}. It counts for the next day.`}
          input={{ maxLength: MAX_REASON_LENGTH }}
          required
          value={reason}
          onValue={setReason}
        />
      )}
      <ErrorBanner title={say`The day was not closed`} error={error} />
      <div>
        <ConfirmButton
          size="lg"
          busy={isBusy}
          question={{
            title: say`Close ${formatDay(date)}?`,
            text: [
              ...earlyTexts(service),
              say`This closing never changes. What arrives later is in the next one.`,
            ].join(' '),
            confirm: say`Close it for good`,
          }}
          onConfirm={() => send({ locationId, date, reason: reason || null })}
        >
          {difference === 0
            ? say`Close the day`
            : difference < 0
              ? say`Close the day, ${amount} short`
              : say`Close the day, ${amount} over`}
        </ConfirmButton>
      </div>
    </div>
  );
}
