import { useState } from 'react';
import { instantOf, say } from '@tiffin/domain/core';
import { JOB_TITLES, MAX_REASON_LENGTH, type JobTitle } from '@tiffin/domain/day';
import { addDays, localTime } from '@tiffin/domain/hours';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { serverNow } from '../../shared/live/server-clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ChoiceField, MoneyField, SelectField, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatDay, formatMoney, formatTime, isoDay } from '../../ui/format.ts';
import { NamedOptions } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { dollarsText, JOBS, minutesText, workKeys } from './work-data.ts';

type HoursAnswer = Answer<'getHours'>;
type Shift = HoursAnswer['shifts'][number];
type WorkPerson = HoursAnswer['people'][number];

interface HoursProps {
  locationId: string;
  zone: string;
  hours: HoursAnswer;
  mayManage: boolean;
}

/** The shifts of a period. A manager corrects them and sets hourly rates. */
export function Hours({ locationId, zone, hours: { shifts, people }, mayManage }: HoursProps) {
  const [shiftToCorrect, setShiftToCorrect] = useState<Shift | 'new' | null>(null);
  const [person, setPerson] = useState<WorkPerson | null>(null);
  const columns: Column<Shift>[] = [
    { id: 'name', head: say`Person`, isRowHeader: true, cell: ({ name }) => name },
    { id: 'date', head: say`Day`, cell: ({ date }) => formatDay(date, 'day-month') },
    { id: 'time', head: say`Time`, cell: (shift) => <ShiftTime shift={shift} zone={zone} /> },
    { id: 'hours', head: say`Hours`, align: 'end', cell: ({ minutes }) => minutesText(minutes) },
  ];
  const correctionColumn: Column<Shift> = {
    id: 'correct',
    head: <span className="sr-only">{say`Correct it`}</span>,
    cell: (shift) => (
      <span className="row gap-8">
        {shift.enteredLater && <ApproveButton locationId={locationId} shift={shift} />}
        <Button
          look="line"
          size="sm"
          aria-label={say`Correct the hours of ${shift.name}`}
          onClick={() => setShiftToCorrect(shift)}
        >
          {say`Correct it`}
        </Button>
      </span>
    ),
  };
  return (
    <Panel
      title={say`Hours`}
      aside={
        mayManage && <Button look="quiet" size="sm" onClick={() => setShiftToCorrect('new')}>{say`Add a shift`}</Button>
      }
    >
      <Table
        caption={say`Hours`}
        columns={mayManage ? [...columns, correctionColumn] : columns}
        rows={shifts}
        rowKey={({ shiftId }) => shiftId}
        empty={say`Nobody clocked in.`}
      />
      {mayManage && (
        <div className="row flex-wrap gap-8" role="group" aria-label={say`Hourly rates and points`}>
          {people.map((each) => (
            <Button key={each.userId} look="line" size="sm" onClick={() => setPerson(each)}>
              {each.hourlyRate === null ? each.name : say`${each.name}, ${formatMoney(centsOf(each.hourlyRate))}`}
            </Button>
          ))}
        </div>
      )}
      {shiftToCorrect && (
        <CorrectDialog
          locationId={locationId}
          zone={zone}
          people={people}
          shift={shiftToCorrect === 'new' ? null : shiftToCorrect}
          onClose={() => setShiftToCorrect(null)}
        />
      )}
      {person && <PayDialog locationId={locationId} person={person} onClose={() => setPerson(null)} />}
    </Panel>
  );
}

/** Approves the times of a shift that a device sent later, as a correction that changes nothing. */
function ApproveButton({
  locationId,
  shift: { shiftId, userId, name, from, to },
}: {
  locationId: string;
  shift: Shift;
}) {
  const { send, isBusy } = useCall('correctHours', {
    doneText: () => say`The hours are approved`,
    failed: say`The hours were not approved`,
    changes: workKeys(locationId),
  });
  // A shift that goes on is approved once it has an end.
  if (to === null) return null;
  return (
    <Button
      size="sm"
      busy={isBusy}
      aria-label={say`Approve the hours of ${name}`}
      onClick={() => void send({ locationId, userId, shiftId, from, to, reason: say`Approved` })}
    >
      {say`Approve`}
    </Button>
  );
}

function ShiftTime({
  shift: { from, to, isForgotten, correction, declaredCash, enteredLater },
  zone,
}: {
  shift: Shift;
  zone: string;
}) {
  const start = formatTime(from, 'time', zone);
  const open = isForgotten ? say`${start}, did not clock out` : say`since ${start}`;
  return (
    <>
      {to ? say`${start} to ${formatTime(to, 'time', zone)}` : open}
      {enteredLater && <Badge tone="warn">{say`Entered later`}</Badge>}
      {declaredCash != null && <small className="block hint">{say`Cash tips: ${dollarsText(declaredCash)}`}</small>}
      {correction && <small className="block hint">{say`Corrected by ${correction.by}: ${correction.reason}`}</small>}
    </>
  );
}

interface CorrectDialogProps {
  locationId: string;
  zone: string;
  people: readonly WorkPerson[];
  shift: Shift | null;
  onClose: () => void;
}

function CorrectDialog({ locationId, zone, people, shift, onClose }: CorrectDialogProps) {
  const timeOf = (at: string | null | undefined) => (at ? localTime(new Date(at), zone) : '');
  const [userId, setUserId] = useState(shift?.userId ?? people[0]?.userId ?? '');
  const [date, setDate] = useState(() => isoDay(shift?.from ?? serverNow(), zone));
  const [from, setFrom] = useState(timeOf(shift?.from));
  const [to, setTo] = useState(timeOf(shift?.to));
  const [reason, setReason] = useState('');
  const { send, isBusy, error } = useCall('correctHours', {
    doneText: () => say`The hours are corrected`,
    changes: workKeys(locationId),
    onDone: onClose,
  });
  // An empty date or time is sent as such, and the server asks for it. An end before the start is on the next day.
  const instant = (day: string, time: string) => (day && time ? instantOf(day, time, zone).toISOString() : '');
  const end = () => instant(date && to < from ? addDays(date, 1) : date, to);
  return (
    <FormDialog
      title={shift ? say`Correct the hours of ${shift.name}` : say`Add a shift`}
      description={say`What was clocked stays in the records. The same start and end removes the shift.`}
      confirmLabel={say`Save`}
      busy={isBusy}
      onSubmit={() =>
        void send({ locationId, userId, shiftId: shift?.shiftId ?? null, from: instant(date, from), to: end(), reason })
      }
      onClose={onClose}
    >
      {!shift && (
        <SelectField label={say`Person`} value={userId} onValue={setUserId}>
          <NamedOptions options={people.map((each) => ({ id: each.userId, name: each.name }))} />
        </SelectField>
      )}
      <TextField label={say`Day`} required input={{ type: 'date' }} value={date} onValue={setDate} />
      <TextField label={say`From`} required input={{ type: 'time' }} value={from} onValue={setFrom} />
      <TextField label={say`To`} required input={{ type: 'time' }} value={to} onValue={setTo} />
      <TextField
        label={say`Why?`}
        required
        input={{ maxLength: MAX_REASON_LENGTH }}
        value={reason}
        onValue={setReason}
      />
      <ErrorBanner title={say`The hours were not corrected`} error={error} />
    </FormDialog>
  );
}

const JOB_CHOICES = { none: '—', ...JOBS };

function PayDialog({ locationId, person, onClose }: { locationId: string; person: WorkPerson; onClose: () => void }) {
  const [rate, setRate] = useState(String(person.hourlyRate ?? ''));
  const [points, setPoints] = useState(String(person.tipPoints));
  const [job, setJob] = useState<JobTitle | 'none'>(person.jobTitle ?? 'none');
  const { send, isBusy, error } = useCall('savePayTerms', {
    doneText: () => say`Saved`,
    changes: workKeys(locationId),
    onDone: onClose,
  });
  const jobTitle = job === 'none' ? null : job;
  const terms = { hourlyRate: rate.trim() === '' ? null : Number(rate), tipPoints: Number(points), jobTitle };
  return (
    <FormDialog
      title={person.name}
      description={say`They count from the next clocking in. Points are for pools that are shared by points.`}
      confirmLabel={say`Save`}
      busy={isBusy}
      onSubmit={() => void send({ locationId, userId: person.userId, ...terms })}
      onClose={onClose}
    >
      <MoneyField label={say`Hourly rate`} optional value={rate} onValue={setRate} />
      <TextField label={say`Points`} input={{ inputMode: 'numeric' }} value={points} onValue={setPoints} />
      <ChoiceField
        label={say`Works as`}
        options={['none', ...JOB_TITLES]}
        labels={JOB_CHOICES}
        value={job}
        onValue={setJob}
      />
      <ErrorBanner title={say`Not saved`} error={error} />
    </FormDialog>
  );
}
