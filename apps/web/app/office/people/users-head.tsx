import { saveCsv } from '../../shared/api/save-csv.ts';
import { useState } from 'react';
import { ChevronDown, Download, Mail } from 'lucide-react';
import { userNotices } from '@tiffin/domain/errors';
import { USERS_PER_UPDATE_MAX } from '@tiffin/domain/people';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { toast } from '../../ui/toasts.ts';
import { countOf, NOBODY, type Selection } from './selection.ts';
import { texts } from './texts.ts';
import styles from './people.module.css';
import { useUpdateUsers, type UserFilter } from './use-users.ts';

interface Props {
  filter: UserFilter;
  selection: Selection;
  refreshing: boolean;
  onRefresh: () => void;
  onEmail: () => void;
  onSelection: (selection: Selection) => void;
}

export function UsersHead({ filter, selection, refreshing, onRefresh, onEmail, onSelection }: Props) {
  const [exporting, setExporting] = useState(false);
  const chosen = countOf(selection);

  async function save() {
    setExporting(true);
    await exportUsers(filter);
    setExporting(false);
  }

  return (
    <header className={`row flex-wrap gap-10 ${styles.head}`}>
      <h1 className="line-on-phone">{texts.title}</h1>
      <RefreshButton label={texts.refresh} title={texts.refresh} aria-busy={refreshing} onClick={onRefresh} />
      <Button className="grow-auto" look="plain" busy={exporting} onClick={() => void save()}>
        <Download aria-hidden="true" />
        {texts.export}
      </Button>
      {chosen > 0 && <ChangeMenu selection={selection} onDone={() => onSelection(NOBODY)} />}
      <Button className="grow-auto" look={chosen > 0 ? 'solid' : 'plain'} onClick={onEmail}>
        <Mail aria-hidden="true" />
        {texts.email(chosen)}
      </Button>
    </header>
  );
}

/** The same change for everybody who is chosen. */
function ChangeMenu({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const update = useUpdateUsers();
  const chosen = countOf(selection);
  const tooMany =
    selection.kind === 'all' || chosen > USERS_PER_UPDATE_MAX ? texts.changeLimit(USERS_PER_UPDATE_MAX) : null;

  async function set(isActive: boolean) {
    if (selection.kind === 'all') return;
    try {
      await update.mutateAsync({ userIds: [...selection.people.keys()], updates: { isActive } });
      toast.success(isActive ? userNotices.activated : userNotices.deactivated);
      onDone();
    } catch (error) {
      toast.error(userNotices.updateManyFailed, { description: wordsFor(error) });
    }
  }

  return (
    <Menu
      trigger={
        <Button className="grow-auto" look="plain" busy={update.isPending}>
          {texts.change(chosen)}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      items={[
        { id: 'active', label: texts.setActive, onSelect: () => void set(true), disabledReason: tooMany },
        { id: 'inactive', label: texts.setInactive, onSelect: () => void set(false), disabledReason: tooMany },
      ]}
    />
  );
}

/** Everybody the filters find, as a file. */
async function exportUsers(filter: UserFilter): Promise<void> {
  try {
    const rows = await saveCsv('getUsersCsv', { ...filter }, 'users-export.csv');
    toast.success(userNotices.exported(rows));
  } catch (error) {
    const words = wordsFor(error);
    if (words === userNotices.noneToExport) toast.error(words);
    else toast.error(userNotices.exportFailed, { description: words });
  }
}
