import { useState } from 'react';
import { say, sayNow } from '@tiffin/domain/core';
import {
  JOB_TITLES,
  TIP_DECIDERS,
  TIP_RULES,
  type JobShare,
  type JobTitle,
  type TipDecider,
  type TipRule,
} from '@tiffin/domain/day';
import type { Answer } from '../../shared/api/api.ts';
import { useCall } from '../../shared/api/use-call.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ChoiceField, SegmentedField, SelectField, TextField } from '../../ui/form-fields.tsx';
import { formatDay } from '../../ui/format.ts';
import { NamedOptions } from '../../ui/inputs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { dollarsText, JOBS, minutesText, workKeys } from './work-data.ts';

type TipsAnswer = Answer<'getTipShares'>;
type Day = TipsAnswer['days'][number];
type Rule = TipsAnswer['rules'][number];
type Share = Day['shares'][number];

const RULES: Readonly<Record<TipRule, string>> = {
  own: say`Everybody keeps their own tips`,
  hours: say`A pool by hours worked`,
  points: say`A pool by points`,
  equal: say`A pool, shared equally`,
};
const DECIDERS: Readonly<Record<TipDecider, string>> = { staff: say`The staff`, house: say`The restaurant` };

interface TipsProps {
  locationId: string;
  tips: TipsAnswer;
  people: Answer<'getHours'>['people'];
  mayManage: boolean;
}

/** Who gets which tips, a table for each day on which there were tips or people worked. */
export function Tips({ locationId, tips: { days, rules, today }, people, mayManage }: TipsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [dayToGive, setDayToGive] = useState<Day | null>(null);
  const rule = rules.findLast(({ from }) => from <= today);
  const next = rules.find(({ from }) => from > today);
  return (
    <Panel
      title={say`Tips`}
      aside={
        mayManage && <Button look="quiet" size="sm" onClick={() => setIsOpen(true)}>{say`Change the rule`}</Button>
      }
    >
      <p>
        <b>{ruleText(rule)}</b>
      </p>
      {rule && (
        <p className="hint">
          {say`From ${formatDay(rule.from)}. Decided by: ${sayNow(DECIDERS[rule.decidedBy])}. Set by ${rule.setBy}.`}
        </p>
      )}
      {next && <p className="hint">{say`From ${formatDay(next.from)}: ${ruleText(next)}`}</p>}
      {days.length === 0 && <p>{say`No tips in this period.`}</p>}
      {days.toReversed().map((day) => (
        <DayShares key={day.date} day={day} onGive={mayManage ? () => setDayToGive(day) : undefined} />
      ))}
      {dayToGive && (
        <GiveDialog
          locationId={locationId}
          people={people.filter(({ sharesTips }) => sharesTips)}
          day={dayToGive}
          onClose={() => setDayToGive(null)}
        />
      )}
      {isOpen && <RuleDialog locationId={locationId} rule={next ?? rule} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function ruleText(
  { rule, percent, jobs = [] }: Pick<Rule, 'rule' | 'percent' | 'jobs'> = { rule: 'own', percent: 0 },
): string {
  const name = sayNow(RULES[rule]);
  const points = jobs.filter((job) => job.points > 0).map((job) => `${sayNow(JOBS[job.jobTitle])} × ${job.points}`);
  const texts = [rule === 'own' ? `${name}.` : say`${name}: ${percent} % of each tip.`];
  if (rule !== 'own' && points.length > 0) texts.push(say`Shared by: ${points.join(', ')}.`);
  for (const { jobTitle, givesPercent, givesTo } of jobs) {
    if (givesTo)
      texts.push(say`${sayNow(JOBS[jobTitle])}: ${givesPercent} % of their tips go to ${sayNow(JOBS[givesTo])}.`);
  }
  return texts.join(' ');
}

/** Why nobody gets tips, or who gets them because a manager decided so. */
function undividedText({ rule, undivided, undividedTo }: Day): string {
  const receiver = undividedTo?.receiver ?? 'nobody';
  if (undivided === 0) {
    if (receiver === 'nobody') return '';
    const by = undividedTo?.setBy ?? '';
    return receiver === 'person'
      ? say`Tips without an owner go to ${undividedTo?.name ?? ''}. ${by} decided this.`
      : say`Tips without an owner are shared by hours. ${by} decided this.`;
  }
  const amount = dollarsText(undivided);
  if (receiver === 'hours') return say`${amount} belong to nobody: nobody has hours on this day.`;
  return (rule?.rule ?? 'own') === 'own'
    ? say`${amount} belong to nobody: guests left them online, and everybody keeps their own tips.`
    : say`${amount} belong to nobody: nobody in the pool has hours or points.`;
}

function DayShares({ day, onGive }: { day: Day; onGive: (() => void) | undefined }) {
  const date = formatDay(day.date);
  const columns: Column<Share>[] = [
    { id: 'name', head: say`Person`, isRowHeader: true, cell: ({ name }) => name },
    { id: 'hours', head: say`Hours`, align: 'end', cell: ({ minutes }) => minutesText(minutes) },
    { id: 'own', head: say`Own tips`, align: 'end', cell: ({ own }) => dollarsText(own) },
    {
      id: 'pool',
      head: say`From the pool`,
      align: 'end',
      cell: ({ fromPool, weight }) => (
        <>
          {dollarsText(fromPool)}
          {weight > 0 && (
            <small className="block hint">{say`${dollarsText(day.pool)} × ${weight} of ${day.weights}`}</small>
          )}
        </>
      ),
    },
    ...(day.shares.some(({ fromTipOuts = 0 }) => fromTipOuts !== 0) ? [TIP_OUTS] : []),
    { id: 'back', head: say`Refunded`, align: 'end', cell: ({ takenBack }) => dollarsText(takenBack) },
    ...(day.shares.some(({ fromCharges = 0 }) => fromCharges !== 0) ? [CHARGES] : []),
    { id: 'gets', head: say`Gets`, align: 'end', cell: ({ gets }) => <b>{dollarsText(gets)}</b> },
  ];
  return (
    <section className="stack gap-8" aria-label={say`Tips of ${date}`}>
      <h3>{date}</h3>
      <Table
        caption={say`Tips of ${date}`}
        columns={columns}
        rows={day.shares}
        rowKey={({ userId }) => userId}
        empty={say`Nobody gets any of these tips yet.`}
      />
      <p className="hint">
        {say`Together ${dollarsText(day.tips)}, ${dollarsText(day.refunded)} of it refunded.`} {undividedText(day)}
      </p>
      {onGive && (day.undivided !== 0 || day.undividedTo) && (
        <Button look="line" size="sm" aria-label={say`Give the tips of ${date} that belong to nobody`} onClick={onGive}>
          {say`Give to somebody`}
        </Button>
      )}
    </section>
  );
}

const CHARGES: Column<Share> = {
  id: 'charges',
  head: say`Service charges`,
  align: 'end',
  cell: ({ fromCharges = 0 }) => dollarsText(fromCharges),
};
const TIP_OUTS: Column<Share> = {
  id: 'tip-outs',
  head: say`From other jobs`,
  align: 'end',
  cell: ({ fromTipOuts = 0 }) => dollarsText(fromTipOuts),
};

interface GiveDialogProps extends Pick<TipsProps, 'locationId' | 'people'> {
  day: Day;
  onClose: () => void;
}

/** Gives the tips of a day that belong to nobody. */
function GiveDialog({ locationId, people, day: { date, undividedTo }, onClose }: GiveDialogProps) {
  const [to, setTo] = useState(undividedTo?.userId ?? undividedTo?.receiver ?? 'hours');
  const { send, isBusy, error } = useCall('giveUndividedTips', {
    doneText: () => say`Saved`,
    changes: workKeys(locationId),
    onDone: onClose,
  });
  const receiver = to === 'hours' || to === 'nobody' ? to : 'person';
  return (
    <FormDialog
      title={say`Tips of ${formatDay(date)} that belong to nobody`}
      description={say`They count with the other tips. Your name is kept with the decision. Managers get none of them.`}
      confirmLabel={say`Save`}
      busy={isBusy}
      onSubmit={() => void send({ locationId, date, receiver, userId: receiver === 'person' ? to : null })}
      onClose={onClose}
    >
      <SelectField label={say`They go to`} value={to} onValue={setTo}>
        <option value="hours">{say`Everybody who worked that day, by hours`}</option>
        <NamedOptions options={people.map(({ userId, name }) => ({ id: userId, name }))} />
        <option value="nobody">{say`Nobody`}</option>
      </SelectField>
      <ErrorBanner title={say`Not saved`} error={error} />
    </FormDialog>
  );
}

interface RuleDialogProps {
  locationId: string;
  rule: Rule | undefined;
  onClose: () => void;
}

function RuleDialog({ locationId, rule: present, onClose }: RuleDialogProps) {
  const [rule, setRule] = useState<TipRule>(present?.rule ?? 'own');
  const [percent, setPercent] = useState(String(present && present.rule !== 'own' ? present.percent : 100));
  const [decidedBy, setDecidedBy] = useState<TipDecider>(present?.decidedBy ?? 'staff');
  const [jobs, setJobs] = useState<readonly TypedJob[]>(() => present?.jobs?.map(typedJob) ?? []);
  const unused = JOB_TITLES.filter((jobTitle) => jobs.every((job) => job.jobTitle !== jobTitle));
  const { send, isBusy, error } = useCall('saveTipRule', {
    doneText: () => say`The rule counts from tomorrow`,
    changes: workKeys(locationId),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={say`How tips are shared`}
      description={say`From tomorrow. Earlier days keep their rule. Managers get no part of the pool.`}
      confirmLabel={say`Save`}
      busy={isBusy}
      onSubmit={() => void send({ locationId, rule, percent: Number(percent), decidedBy, jobs: jobs.map(sentJob) })}
      onClose={onClose}
    >
      <ChoiceField label={say`Rule`} options={TIP_RULES} labels={RULES} value={rule} onValue={setRule} />
      {rule !== 'own' && (
        <TextField
          label={say`Percent of each tip into the pool`}
          input={{ inputMode: 'numeric' }}
          value={percent}
          onValue={setPercent}
        />
      )}
      {jobs.map((job, index) => (
        <JobFields
          key={job.jobTitle}
          job={job}
          onChange={(changed) => setJobs(jobs.with(index, changed))}
          onRemove={() => setJobs(jobs.filter((each) => each !== job))}
        />
      ))}
      <SelectField
        label={say`Add a job`}
        optional
        value=""
        onValue={(chosen) =>
          setJobs([...jobs, ...unused.filter((each) => each === chosen).map((jobTitle) => ({ jobTitle, ...NEW_JOB }))])
        }
      >
        <option value="">—</option>
        <NamedOptions options={unused.map((id) => ({ id, name: sayNow(JOBS[id]) }))} />
      </SelectField>
      <p className="hint">{say`Without jobs everybody shares the pool, by their own points. In a pool by hours, the points of a job multiply the hours.`}</p>
      <SegmentedField
        label={say`Who decided this?`}
        value={decidedBy}
        onValue={setDecidedBy}
        options={TIP_DECIDERS.map((value) => ({ value, label: sayNow(DECIDERS[value]) }))}
      />
      <ErrorBanner title={say`Not saved`} error={error} />
    </FormDialog>
  );
}

type TypedJob = Pick<JobShare, 'jobTitle'> & { points: string; givesPercent: string; givesTo: JobTitle | 'none' };
const NEW_JOB = { points: '', givesPercent: '', givesTo: 'none' } as const;
const GIVES_TO = { none: say`Nobody`, ...JOBS };

const typedJob = ({ jobTitle, points, givesPercent, givesTo }: JobShare): TypedJob => ({
  jobTitle,
  points: String(points || ''),
  givesPercent: String(givesPercent || ''),
  givesTo: givesTo ?? 'none',
});
const sentJob = ({ jobTitle, points, givesPercent, givesTo }: TypedJob): JobShare => ({
  jobTitle,
  points: Number(points),
  givesPercent: Number(givesPercent),
  givesTo: givesTo === 'none' ? null : givesTo,
});

interface JobFieldsProps {
  job: TypedJob;
  onChange: (job: TypedJob) => void;
  onRemove: () => void;
}

function JobFields({ job, onChange, onRemove }: JobFieldsProps) {
  const at = <Name extends keyof TypedJob>(name: Name) => ({
    value: job[name],
    onValue: (value: TypedJob[Name]) => onChange({ ...job, [name]: value }),
  });
  return (
    <fieldset className="grid gap-8 two-from-600">
      <legend className="label below-4">{sayNow(JOBS[job.jobTitle])}</legend>
      <TextField label={say`Points in the pool`} optional input={{ inputMode: 'numeric' }} {...at('points')} />
      <TextField
        label={say`Percent of tips given away`}
        optional
        input={{ inputMode: 'numeric' }}
        {...at('givesPercent')}
      />
      <ChoiceField label={say`Given to`} options={['none', ...JOB_TITLES]} labels={GIVES_TO} {...at('givesTo')} />
      <Button look="quiet" size="sm" onClick={onRemove}>{say`Remove`}</Button>
    </fieldset>
  );
}
