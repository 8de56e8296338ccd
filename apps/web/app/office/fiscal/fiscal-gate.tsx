import type { MoneyState } from '@tiffin/domain/law';
import {
  CalendarDays,
  Check,
  CircleHelp,
  CloudOff,
  Landmark,
  Minus,
  OctagonAlert,
  Pause,
  ShieldCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { apiMutation } from '../../shared/api/queries.ts';
import type { Answer } from '../../shared/api/api.ts';
import { errorText } from '../../shared/errors/error-text.ts';
import { ErrorBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDay, formatTime } from '../../ui/format.ts';
import styles from './fiscal.module.css';
import { texts } from './texts.ts';

export type FiscalState = Answer<'getFiscalStates'>['locations'][number];

/** What the panel shows: the state of a saved location, or of an address that is being typed. */
export type ShownFiscalState = Pick<
  FiscalState,
  'name' | 'state' | 'reason' | 'source' | 'refusedFrom' | 'openBills' | 'device'
>;

type Tone = 'wait' | 'bad' | 'ok' | 'unknown';

interface Answering {
  readonly tone: Tone;
  readonly icon: ReactNode;
  readonly title: string;
  readonly lines: readonly string[];
}

/** Whether a location may take money: the answer, why, the source, and what works and what waits. */
export function FiscalGate({
  state: shown,
  zone,
  level = 3,
}: {
  state: ShownFiscalState;
  zone: string;
  level?: 2 | 3;
}) {
  const answer = answerOf(shown, zone);
  if (!answer) return null;
  const Heading = level === 2 ? 'h2' : 'h3';
  const { source, device } = shown;
  return (
    <div className="stack gap-14">
      <section className={classNames('round-lg', styles.gate, styles[answer.tone])} role="status">
        <span className={`center icon-20 ${styles.icon}`} aria-hidden="true">
          {answer.icon}
        </span>
        <div className="stack gap-8">
          <Heading className="text-xl">{answer.title}</Heading>
          {answer.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {(shown.state === 'refused' || shown.state === 'grace' || shown.state === 'notice') && (
            <p>{texts.supported}</p>
          )}
          {source && shown.state !== 'device' && (
            <p className="text-sm">
              <b>{texts.source}</b>{' '}
              <a href={source.url} target="_blank" rel="noreferrer">
                {source.title}
              </a>
            </p>
          )}
        </div>
      </section>
      {(shown.state === 'refused' || shown.state === 'grace') && <WorksAndWaits />}
      {device && <DeviceFacts device={device} zone={zone} />}
    </div>
  );
}

function answerOf(shown: ShownFiscalState, zone: string): Answering | null {
  const { name, state, reason, refusedFrom, openBills, device } = shown;
  const bills = openBills > 0 ? [texts.openBills(openBills)] : [];
  const date = refusedFrom === null ? '' : formatDay(refusedFrom);
  if (device && device.waiting > 0 && device.waitingSince !== null) {
    return {
      tone: device.isLate ? 'bad' : 'wait',
      icon: <CloudOff />,
      title: device.isLate ? texts.late : texts.outage(formatTime(device.waitingSince, 'weekday-time', zone)),
      lines: [texts.outageText(device.waiting), ...(device.isLate ? [texts.lateText] : [])],
    };
  }
  const answers: Readonly<Record<MoneyState, Answering | null>> = {
    free: null,
    ask: { tone: 'unknown', icon: <CircleHelp />, title: texts.ask, lines: [texts.askText] },
    notice: {
      tone: 'wait',
      icon: <CalendarDays />,
      title: texts.notice(name, date),
      lines: [texts.noticeText, reason],
    },
    device: { tone: 'ok', icon: <ShieldCheck />, title: texts.device(name), lines: [deviceText(shown, zone)] },
    grace: {
      tone: 'bad',
      icon: <OctagonAlert />,
      title: texts.grace,
      lines: [texts.graceText(date), ...bills, reason],
    },
    refused: { tone: 'wait', icon: <Landmark />, title: texts.refused(name), lines: [reason, ...bills] },
  };
  return answers[state];
}

function deviceText({ device }: ShownFiscalState, zone: string): string {
  if (!device || device.lastNumber === null || device.lastSignedAt === null) return texts.deviceText;
  const last = texts.lastBill(device.lastNumber, formatTime(device.lastSignedAt, 'weekday-time', zone));
  return `${texts.deviceText} ${last}`;
}

function WorksAndWaits() {
  return (
    <div className={`grid gap-14 ${styles.works}`}>
      <Points title={texts.worksTitle} icon={<Check />} className={styles.yes} lines={texts.works} mark={<Check />} />
      <Points title={texts.waitsTitle} icon={<Pause />} lines={texts.waits} mark={<Minus />} />
    </div>
  );
}

interface PointsProps {
  title: string;
  icon: ReactNode;
  mark: ReactNode;
  lines: readonly string[];
  className?: string | undefined;
}

function Points({ title, icon, mark, lines, className }: PointsProps) {
  return (
    <section className={classNames('stack gap-8 round-card quiet', styles.points, className)}>
      <h4 className="row gap-8 icon-18">
        {icon}
        {title}
      </h4>
      <ul className="stack gap-8">
        {lines.map((line) => (
          <li key={line} className="row gap-10 icon-16">
            {mark}
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeviceFacts({ device, zone }: { device: NonNullable<FiscalState['device']>; zone: string }) {
  const { facts } = texts;
  const rows: readonly (readonly [string, string])[] = [
    [facts.name, device.name],
    [facts.signed, texts.signedOf(device.signedToday, device.settledToday)],
    [facts.waiting, device.waiting === 0 ? texts.noneWaiting : texts.waiting(device.waiting)],
    ...(device.waitingSince === null || device.alarmAt === null
      ? []
      : ([
          [facts.oldest, formatTime(device.waitingSince, 'weekday-time', zone)],
          [facts.alarm, formatTime(device.alarmAt, 'weekday-time', zone)],
        ] as const)),
  ];
  return (
    <dl className={`grid round-card quiet ${styles.facts}`}>
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="soft">{name}</dt>
          <dd className="digits">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sends the waiting bills to the device again. */
export function RetryDevice({ locationId, onAnswer }: { locationId: string; onAnswer: () => void }) {
  const retry = useMutation({
    networkMode: 'always',
    mutationFn: () => apiMutation('retryFiscalReceipts')({ locationId }),
    onSuccess: onAnswer,
  });
  return (
    <>
      <ErrorBanner title={texts.retryFailed} says={retry.error && errorText(retry.error)} />
      <div>
        <Button look="quiet" busy={retry.isPending} onClick={() => retry.mutate()}>
          {texts.retry}
        </Button>
      </div>
    </>
  );
}
