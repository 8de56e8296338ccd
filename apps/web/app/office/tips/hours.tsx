import { useState } from 'react';
import { instantOf, say } from '@tiffin/domain/core';
import { DRAWER_LIMITS } from '@tiffin/domain/day';
import { addDays } from '@tiffin/domain/hours';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, SelectField, TextField } from '../../ui/form-fields.tsx';
import { centsOf, formatDay, formatMoney, formatTime, isoDay } from '../../ui/format.ts';
import { NamedOptions } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { minutesText } from './minutes-text.ts';

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
export function Hours({ locationId, zone, hours, mayManage }: HoursProps) {
  const [corrected, setCorrected] = useState<Shift | 'new' | null>(null);
  const [person, setPerson] = useState<WorkPerson | null>(null);
  const columns: Column<Shift>[] = [
    { id: 'name', head: say`Person`, names: true, cell: ({ name }) => name },
    { id: 'date', head: say`Day`, cell: ({ date }) => formatDay(date, 'day-month') },
    { id: 'time', head: say`Time`, cell: (shift) => <ShiftTime shift={shift} zone={zone} /> },
    { id: 'hours', head: say`Hours`, align: 'end', cell: ({ minutes }) => minutesText(minutes) },
  ];
  const correct: Column<Shift> = {
    id: 'correct',
    head: <span className="sr-only">{say`Correct`}</span>,
    cell: (shift) => (
      <Button
        look="line"
        size="sm"
        aria-label={say`Correct the hours of ${shift.name}`}
        onClick={() => setCorrected(shift)}
      >
        {say`Correct`}
      </Button>
    ),
  };
  return (
    <Panel
      title={say`Hours`}
      aside={mayManage && <Button look="quiet" size="sm" onClick={() => setCorrected('new')}>{say`Add hours`}</Button>}
    >
      <Table
        caption={say`Hours`}
        columns={mayManage ? [...columns, correct] : columns}
        rows={hours.shifts}
        rowKey={({ shiftId }) => shiftId}
        empty={say`Nobody clocked in.`}
      />
      {mayManage && (
        <div className="row flex-wrap gap-8" role="group" aria-label={say`Hourly rates and points`}>
          {hours.people.map((each) => (
            <Button key={each.userId} look="line" size="sm" onClick={() => setPerson(each)}>
              {each.hourlyRate === null ? each.name : say`${each.name}, ${formatMoney(centsOf(each.hourlyRate))}`}
            </Button>
          ))}
        </div>
      )}
      {corrected && (
        <CorrectDialog
          locationId={locationId}
          zone={zone}
          hours={hours}
          shift={corrected === 'new' ? null : corrected}
          onClose={() => setCorrected(null)}
        />
      )}
      {person && <PayDialog locationId={locationId} person={person} onClose={() => setPerson(null)} />}
    </Panel>
  );
}

function ShiftTime({ shift: { from, to, isForgotten, correction }, zone }: { shift: Shift; zone: string }) {
  const start = formatTime(from, 'time', zone);
  return (
    <>
      {to
        ? say`${start} to ${formatTime(to, 'time', zone)}`
        : isForgotten
          ? say`${start}, did not clock out`
          : say`since ${start}`}
      {correction && (
        <small className="block hint">{say`Corrected by ${correction.by ?? '–'}: ${correction.reason}`}</small>
      )}
    </>
  );
}

interface CorrectDialogProps extends Omit<HoursProps, 'mayManage'> {
  shift: Shift | null;
  onClose: () => void;
}

function CorrectDialog({ locationId, zone, hours, shift, onClose }: CorrectDialogProps) {
  const timeOf = (at: string) =>
    new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const [userId, setUserId] = useState(shift?.userId ?? hours.people[0]?.userId ?? '');
  const [date, setDate] = useState(shift ? isoDay(shift.from, zone) : hours.today);
  const [from, setFrom] = useState(shift ? timeOf(shift.from) : '');
  const [to, setTo] = useState(shift?.to ? timeOf(shift.to) : '');
  const [reason, setReason] = useState('');
  const { send, isBusy, error } = useCall('correctHours', {
    done: () => say`The hours are corrected`,
    changes: [
      ['hours', locationId],
      ['tips', locationId],
    ],
    onDone: onClose,
  });
  const at = (day: string, time: string) => instantOf(day, time, zone).toISOString();
  const isComplete = date !== '' && from !== '' && to !== '';
  // An end before the start is on the next day.
  const save = () =>
    send({
      locationId,
      userId,
      shiftId: shift?.shiftId ?? null,
      from: at(date, from),
      to: at(to < from ? addDays(date, 1) : date, to),
      reason,
    });
  return (
    <Dialog
      title={shift ? say`Correct the hours of ${shift.name}` : say`Add hours`}
      description={say`What was clocked stays in the records. The same start and end removes the shift.`}
      onClose={onClose}
      footer={<Button busy={isBusy} disabled={!isComplete} onClick={() => void save()}>{say`Save`}</Button>}
    >
      <div className="stack gap-14">
        {!shift && (
          <SelectField label={say`Person`} value={userId} onValue={setUserId}>
            <NamedOptions options={hours.people.map((each) => ({ id: each.userId, name: each.name }))} />
          </SelectField>
        )}
        <TextField label={say`Day`} required input={{ type: 'date' }} value={date} onValue={setDate} />
        <TextField label={say`From`} required input={{ type: 'time' }} value={from} onValue={setFrom} />
        <TextField label={say`To`} required input={{ type: 'time' }} value={to} onValue={setTo} />
        <TextField
          label={say`Why?`}
          required
          input={{ maxLength: DRAWER_LIMITS.reason }}
          value={reason}
          onValue={setReason}
        />
        <ErrorBanner title={say`The hours were not corrected`} says={error} />
      </div>
    </Dialog>
  );
}

function PayDialog({ locationId, person, onClose }: { locationId: string; person: WorkPerson; onClose: () => void }) {
  const [rate, setRate] = useState(person.hourlyRate === null ? '' : String(person.hourlyRate));
  const [points, setPoints] = useState(String(person.tipPoints));
  const { send, isBusy, error } = useCall('savePayTerms', {
    done: () => say`Saved`,
    changes: [
      ['hours', locationId],
      ['tips', locationId],
    ],
    onDone: onClose,
  });
  const save = () =>
    send({
      locationId,
      userId: person.userId,
      hourlyRate: rate.trim() === '' ? null : Number(rate),
      tipPoints: Number(points),
    });
  return (
    <Dialog
      title={person.name}
      description={say`The rate counts from the next clocking in. Points count in pools that are shared by points.`}
      onClose={onClose}
      footer={<Button busy={isBusy} onClick={() => void save()}>{say`Save`}</Button>}
    >
      <div className="stack gap-14">
        <MoneyField label={say`Hourly rate`} optional value={rate} onValue={setRate} />
        <TextField label={say`Points`} input={{ inputMode: 'numeric' }} value={points} onValue={setPoints} />
        <ErrorBanner title={say`Not saved`} says={error} />
      </div>
    </Dialog>
  );
}
