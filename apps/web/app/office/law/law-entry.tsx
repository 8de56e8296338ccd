import {
  CalendarX,
  Calculator,
  Check,
  CircleHelp,
  Clock,
  Gift,
  HandCoins,
  Landmark,
  Receipt,
  Star,
  Store,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDay, joinNames } from '../../ui/format.ts';
import { TextLink } from '../../ui/link.tsx';
import { daysBetween, type Entry } from './law-data.ts';
import styles from './law.module.css';
import { texts } from './texts.ts';

const ICONS: Readonly<Record<Entry['topic'], LucideIcon>> = {
  tax: Calculator,
  fiscal: Landmark,
  'tips-suggested': HandCoins,
  'tips-shared': HandCoins,
  'no-show-fees': CalendarX,
  'gift-cards': Gift,
  points: Star,
  'mandatory-fees': Receipt,
};

const LOOKS: Readonly<Record<Entry['handling'], readonly [Tone, LucideIcon]>> = {
  till: ['ok', Check],
  'other-rates': ['warn', TriangleAlert],
  restaurant: ['info', Store],
  'not-offered': ['neutral', CircleHelp],
  refuses: ['bad', Landmark],
  ask: ['info', CircleHelp],
};

/** A rule of the law: from when, what it asks, who follows it, and where it is written. */
export function LawEntry({
  entry,
  today,
  isComing,
  showsLocations,
  onExample,
}: {
  entry: Entry;
  today: string;
  isComing: boolean;
  /** True if the list is about several locations. */
  showsLocations: boolean;
  onExample: () => void;
}) {
  const { topic, title, text, source, locations, examples } = entry;
  const Icon = ICONS[topic];
  return (
    <li className={styles.entry}>
      <span className={styles.date}>
        <EntryDate entry={entry} isComing={isComing} />
      </span>
      <span className={`center ${styles.icon}`}>
        <Icon aria-hidden="true" />
      </span>
      <div className="grid gap-4 min-width-0">
        <p className="flex flex-wrap gap-6-12">
          <b className="weight-640">{title}</b>
          {isComing ? <Countdown entry={entry} today={today} /> : <Handling handling={entry.handling} />}
        </p>
        <p className="text-sm soft">{text}</p>
        {showsLocations && <p className="hint">{texts.appliesTo(joinNames(locations.map(({ name }) => name)))}</p>}
      </div>
      <div className={styles.links}>
        {examples.length > 0 && (
          <Button look="quiet" size="sm" aria-label={texts.exampleOf(title)} onClick={onExample}>
            {texts.example}
          </Button>
        )}
        {source && (
          <TextLink href={source.url} target="_blank" rel="noreferrer" aria-label={texts.source(source.title)}>
            {source.title}
          </TextLink>
        )}
      </div>
    </li>
  );
}

function EntryDate({ entry: { date }, isComing }: { entry: Entry; isComing: boolean }) {
  if (date === null) {
    return isComing ? (
      <>
        <b>{texts.noDate}</b> {texts.announced}
      </>
    ) : (
      texts.inForceSince
    );
  }
  return (
    <>
      <b>{formatDay(date, 'day-month')}</b> {date.slice(0, 4)}
    </>
  );
}

function Countdown({ entry: { date }, today }: { entry: Entry; today: string }) {
  if (date === null) return null;
  return (
    <Badge tone="warn" icon={<Clock aria-hidden="true" />}>
      {texts.inDays(daysBetween(today, date))}
    </Badge>
  );
}

function Handling({ handling }: Pick<Entry, 'handling'>) {
  const [tone, Icon] = LOOKS[handling];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {texts.handling[handling]}
    </Badge>
  );
}
