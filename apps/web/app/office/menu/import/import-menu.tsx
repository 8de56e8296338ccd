import { useState } from 'react';
import { ArrowLeft, FileUp } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { saveCsv } from '../../../shared/api/save-csv.ts';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/boxes.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatCount } from '../../../ui/figures.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toasts.ts';
import { DropZone } from '../drop-zone.tsx';
import type { EditableLocation } from '../menu-data.ts';
import { textAsFile, type ChosenFile, type ImportPlan } from './import-data.ts';
import { GroupDialog } from '../options/group-dialog.tsx';
import { useGroups } from '../options/groups-data.ts';
import { ImportPreview } from './import-preview.tsx';
import { STARTERS } from './starters.ts';
import { RecentImports, ImportedPanel } from './recent-imports.tsx';
import { columnsOf, EXPLAINED_STATUSES, useMenuImport } from './use-menu-import.ts';
import styles from './moving.module.css';

const exportedText = (n: number) => (n === 1 ? say`1 dish exported` : say`${formatCount(n)} dishes exported`);

const OFFLINE = say`Menus can be imported and exported once the connection is back.`;

interface ImportMenuProps {
  location: EditableLocation;
  places: readonly EditableLocation[];
  /** The menu is empty, so starter menus are offered. */
  isEmpty: boolean;
  /** The number of dishes whose allergens nobody has stated. */
  unstated: number;
  isFromSetUp: boolean;
  onReview: () => void;
  onClose: () => void;
}

/** Exports the menu as a file, and imports one after a preview of its changes. */
export function ImportMenu({ location, places, isEmpty, unstated, isFromSetUp, onReview, onClose }: ImportMenuProps) {
  const online = useOnline();
  const [locationIds, setLocationIds] = useState<readonly string[]>([location.id]);
  const [newGroupName, setNewGroupName] = useState<string | null>(null);
  const { data: groups = [] } = useGroups();
  const menuImport = useMenuImport(locationIds);
  const { preview, done, problem } = menuImport;

  if (done) {
    return (
      <div className="stack gap-16">
        <ImportHead isPreview={preview !== null} onClose={onClose} />
        <ImportDone
          menuImport={menuImport}
          done={done}
          zone={location.timeZone}
          unstated={unstated}
          isFromSetUp={isFromSetUp}
          onReview={onReview}
          onClose={onClose}
        />
      </div>
    );
  }
  return (
    <div className="stack gap-16">
      <ImportHead isPreview={preview !== null} onClose={onClose} />
      {!online && <Banner tone="offline">{OFFLINE}</Banner>}
      {problem !== null && preview && (
        <Banner tone="bad" announce="alert">
          {problem}
        </Banner>
      )}
      {preview ? (
        <>
          <ImportPreview
            // Keyed by file, so that excluded rows stay excluded when the preview is reloaded.
            key={`${preview.file.name} ${preview.file.base64.length}`}
            file={preview.file.name}
            plan={preview.plan}
            busy={menuImport.isReading || menuImport.isImporting}
            disabledReason={online ? null : OFFLINE}
            onColumns={(columns) => void menuImport.previewFile(preview.file, columns, preview.gluten)}
            gluten={preview.gluten}
            onGluten={(gluten) => void menuImport.previewFile(preview.file, columnsOf(preview.plan), gluten)}
            onGroup={setNewGroupName}
            onTake={(leaveOut) => menuImport.importPreview(preview, leaveOut)}
          />
          {newGroupName !== null && (
            <GroupDialog
              group={null}
              groups={groups}
              suggestedName={newGroupName}
              onClose={() => setNewGroupName(null)}
              onSaved={() => void menuImport.refreshPreview(preview)}
            />
          )}
        </>
      ) : (
        <>
          {places.length > 1 && <ChoosePlaces places={places} chosen={locationIds} onChosen={setLocationIds} />}
          <div className={`stack gap-16 align-start ${styles.two}`}>
            <ChooseFile menuImport={menuImport} disabled={!online || locationIds.length === 0} />
            <Export chosen={locationIds} online={online} />
          </div>
          {isEmpty && (
            <Starters
              disabledReason={blockedReason(locationIds, online)}
              onChoose={(file) => void menuImport.previewFile(file)}
            />
          )}
          <RecentImports zone={location.timeZone} />
        </>
      )}
    </div>
  );
}

type MenuImport = ReturnType<typeof useMenuImport>;

function ImportDone({
  menuImport,
  done: { result, preview },
  zone,
  unstated,
  isFromSetUp,
  onReview,
  onClose,
}: Pick<ImportMenuProps, 'unstated' | 'isFromSetUp' | 'onReview'> & {
  menuImport: MenuImport;
  done: NonNullable<MenuImport['done']>;
  zone: string;
  onClose: () => void;
}) {
  return (
    <ImportedPanel
      result={result}
      refused={refusedOf(preview.plan)}
      unknownGroups={preview.plan.unknownGroups}
      zone={zone}
      unstated={unstated}
      isFromSetUp={isFromSetUp}
      onReview={onReview}
      onAgain={() => {
        menuImport.startOver();
        void menuImport.refreshPreview(preview);
      }}
      onLook={onClose}
      onOther={menuImport.startOver}
    />
  );
}

function ImportHead({ isPreview, onClose }: { isPreview: boolean; onClose: () => void }) {
  return (
    <header className="row flex-wrap between gap-10">
      <h1>{say`Import or export a menu`}</h1>
      <Button look="quiet" onClick={onClose}>
        {isPreview ? (
          say`Stop, change nothing`
        ) : (
          <>
            <ArrowLeft aria-hidden="true" />
            {say`Back to the menu`}
          </>
        )}
      </Button>
    </header>
  );
}

function ChooseFile({
  menuImport: { isReading, problem, failedFile, readFile, previewFile },
  disabled,
}: {
  menuImport: MenuImport;
  disabled: boolean;
}) {
  return (
    <Panel title={say`Import`}>
      <p className="soft">{say`A CSV file: one of ours, Square’s export, or any list with a name, a category and a price. You see what would change before anything does.`}</p>
      <DropZone
        labels={{
          drop: say`Drop a CSV file here, or`,
          choose: say`choose a file`,
          rules: say`CSV, at most 5 MB and 5,000 rows`,
        }}
        icon={<FileUp className="soft" aria-hidden="true" />}
        accept=".csv,.txt,.tsv,text/csv"
        disabled={isReading || disabled}
        onFile={(file) => void readFile(file)}
      >
        {isReading ? (
          <p className="row gap-8" role="status">
            <Spinner />
            {say`Reading the file`}
          </p>
        ) : null}
      </DropZone>
      <FieldError error={problem} />
      {failedFile && !isReading && (
        <Button look="line" size="sm" onClick={() => void previewFile(failedFile)}>
          {say`Try Again`}
        </Button>
      )}
    </Panel>
  );
}

/** Why a menu can be neither imported nor exported. */
function blockedReason(locationIds: readonly string[], online: boolean): string | null {
  if (!online) return OFFLINE;
  return locationIds.length === 0 ? say`Please choose a location.` : null;
}

function refusedOf({ refused, places }: ImportPlan): number {
  return refused.length + places.reduce((sum, place) => sum + place.refused.length, 0);
}

function ChoosePlaces({
  places,
  chosen,
  onChosen,
}: {
  places: readonly EditableLocation[];
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
}) {
  return (
    <Panel title={say`Locations`} explain={say`The file is imported to each of them.`}>
      <div className="row flex-wrap gap-8-16">
        {places.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChosen(
                places
                  .filter((each) => (each.id === id ? target.checked : chosen.includes(each.id)))
                  .map((each) => each.id),
              )
            }
          />
        ))}
      </div>
      <FieldError error={chosen.length === 0 ? say`Please choose a location.` : null} />
    </Panel>
  );
}

/** Starter menus, previewed like any other file. */
function Starters({
  disabledReason,
  onChoose,
}: {
  disabledReason: string | null;
  onChoose: (file: ChosenFile) => void;
}) {
  return (
    <Panel title={say`Or start with one of these`}>
      <p className="soft">{say`Typical dishes of such a kitchen. They are hidden at first: set your prices, check the allergens, then show them.`}</p>
      <div className="row flex-wrap gap-8">
        {STARTERS.map(({ id, name, csv }) => (
          <Button key={id} look="line" disabledReason={disabledReason} onClick={() => onChoose(textAsFile(name, csv))}>
            {name}
          </Button>
        ))}
      </div>
    </Panel>
  );
}

function Export({ chosen, online }: { chosen: readonly string[]; online: boolean }) {
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      toast.success(exportedText(await saveCsv('getMenuCsv', { locationIds: chosen.join(',') }, 'menu.csv')));
    } catch (error) {
      toast.error(say`The menu could not be exported.`, {
        description: errorTextOrServerMessage(error, EXPLAINED_STATUSES),
      });
    }
    setBusy(false);
  }
  return (
    <Panel title={say`Export`}>
      <p className="soft">{say`The menu as a file for a spreadsheet. Change it there and import it again.`}</p>
      <Button look="line" busy={busy} disabledReason={blockedReason(chosen, online)} onClick={() => void download()}>
        {say`Download CSV`}
      </Button>
    </Panel>
  );
}
