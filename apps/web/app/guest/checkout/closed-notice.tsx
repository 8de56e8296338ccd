import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/boxes.tsx';
import { FieldError } from '../../ui/field.tsx';
import { texts } from './texts.ts';

/** The kitchen is closed: one may order all the same, knowing when it opens. */
export function ClosedNotice({
  title,
  opens,
  ready,
  agrees,
  problem,
  onAgrees,
}: {
  title: string;
  opens: string | null;
  ready: string | null;
  agrees: boolean;
  problem: string | undefined;
  onAgrees: (agrees: boolean) => void;
}) {
  return (
    <Banner tone="warn" title={title}>
      <p>{opens && ready ? texts.closedText(opens, ready) : texts.closedUnknown}</p>
      <Checkbox
        name="agree"
        label={texts.agree}
        checked={agrees}
        onChange={(event) => onAgrees(event.target.checked)}
      />
      <FieldError error={problem} />
    </Banner>
  );
}
