import { emailNotices } from '@tiffin/domain/errors';
import { wordsFor } from '../../../shared/errors/words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { MailFrame } from './mail-frame.tsx';
import { composeTexts } from './texts.ts';
import { usePreview } from './use-mail.ts';

type Wanted = Parameters<typeof usePreview>[0];

/** A mail that is not sent yet, written by the server as it will arrive. */
export function WholeMail({ mail, onClose }: { mail: NonNullable<Wanted>; onClose: () => void }) {
  const { data, isError, error } = usePreview(mail);
  return (
    <Dialog open size="lg" onClose={onClose} title={data?.subject || composeTexts.wholeTitle}>
      {isError && <ErrorState title={emailNotices.previewFailed} text={wordsFor(error)} level={3} />}
      {!data && !isError && (
        <Loading label={composeTexts.preview}>
          <Skeleton height={420} />
        </Loading>
      )}
      {data && <MailFrame title={data.subject} html={data.html} text={data.text} />}
    </Dialog>
  );
}
