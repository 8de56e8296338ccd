import { useState } from 'react';
import { ArrowLeft, FileUp } from 'lucide-react';
import { say } from '@tiffin/domain/core';
import { saveCsv } from '../../../shared/api/save-csv.ts';
import { useAction } from '../../../shared/api/use-action.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { Chips } from '../../../ui/choices.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { formatCount } from '../../../ui/figures.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { DropZone } from '../drop-zone.tsx';
import type { EditedMenu } from '../menu-data.ts';
import { textAsFile } from './import-data.ts';
import { GroupDialog } from '../options/group-dialog.tsx';
import { useGroups } from '../options/groups-data.ts';
import { unstatedDishes } from './allergen-review.tsx';
import { ImportPreview } from './import-preview.tsx';
import { STARTERS } from './starters.ts';
import { RecentImports, ImportedPanel } from './recent-imports.tsx';
import { useMenuImport } from './use-menu-import.ts';
import styles from './moving.module.css';

const OFFLINE = say`Menus can be imported and exported once the connection is back.`;

interface ImportMenuProps {
  menu: EditedMenu;
  isFromSetUp: boolean;
  onReview: () => void;
  onClose: () => void;
}

/** Exports the menu as a file, and imports one after a preview of its changes. */
export function ImportMenu({ menu, isFromSetUp, onReview, onClose }: ImportMenuProps) {
  const { location, places, dishes } = menu;
  const online = useOnline();
  const [locationIds, setLocationIds] = useState([location.id]);
  const [newGroupName, setNewGroupName] = useState<string | null>(null);
  const { data: groups = [] } = useGroups();
  const menuImport = useMenuImport(locationIds);
  const { preview, done, problem } = menuImport;
  /** Why a menu can be neither imported nor exported. */
  const blocked = !online ? OFFLINE : locationIds.length === 0 ? say`Please choose a location.` : null;
  return (
    <div className="stack gap-16">
      <header className="row flex-wrap between gap-10">
        <h1>{say`Import or export a menu`}</h1>
        <Button look="quiet" onClick={onClose}>
          {preview ? (
            say`Stop, change nothing`
          ) : (
            <>
              <ArrowLeft aria-hidden="true" />
              {say`Back to the menu`}
            </>
          )}
        </Button>
      </header>
      {!online && <Banner tone="offline">{OFFLINE}</Banner>}
      {problem !== null && preview && (
        <Banner tone="bad" announce="alert">
          {problem}
        </Banner>
      )}
      {done ? (
        <ImportedPanel
          result={done.result}
          plan={done.preview.plan}
          zone={location.timeZone}
          unstated={unstatedDishes(dishes).length}
          isFromSetUp={isFromSetUp}
          onReview={onReview}
          onAgain={() => {
            menuImport.startOver();
            menuImport.readAgain(done.preview);
          }}
          onLook={onClose}
          onOther={menuImport.startOver}
        />
      ) : preview ? (
        <>
          <ImportPreview
            // Keyed by file, so that excluded rows stay excluded when the preview is reloaded.
            key={`${preview.file.name} ${preview.file.base64.length}`}
            file={preview.file.name}
            plan={preview.plan}
            gluten={preview.gluten ?? []}
            busy={menuImport.isBusy}
            disabledReason={online ? null : OFFLINE}
            onChange={(change) => menuImport.readAgain(preview, change)}
            onGroup={setNewGroupName}
            onTake={(leaveOut) => menuImport.importPreview(preview, leaveOut)}
          />
          {newGroupName !== null && (
            <GroupDialog
              group={null}
              groups={groups}
              suggestedName={newGroupName}
              onClose={() => setNewGroupName(null)}
              onSaved={() => menuImport.readAgain(preview)}
            />
          )}
        </>
      ) : (
        <>
          {places.length > 1 && (
            <Panel title={say`Locations`} explain={say`The file is imported to each of them.`}>
              <Chips options={places} chosen={locationIds} onChosen={setLocationIds} />
              <FieldError error={locationIds.length === 0 ? say`Please choose a location.` : null} />
            </Panel>
          )}
          <div className={`stack gap-16 align-start ${styles.two}`}>
            <ChooseFile menuImport={menuImport} disabled={blocked !== null} />
            <Export locationIds={locationIds} blocked={blocked} />
          </div>
          {dishes.length === 0 && (
            <Panel title={say`Or start with one of these`}>
              <p className="soft">{say`Typical dishes of such a kitchen. They are hidden at first: set your prices, check the allergens, then show them.`}</p>
              <div className="row flex-wrap gap-8">
                {STARTERS.map(({ id, name, csv }) => (
                  <Button
                    key={id}
                    look="line"
                    disabledReason={blocked}
                    // Previewed like any other file.
                    onClick={() => menuImport.read({ file: textAsFile(name, csv) })}
                  >
                    {name}
                  </Button>
                ))}
              </div>
            </Panel>
          )}
          <RecentImports zone={location.timeZone} />
        </>
      )}
    </div>
  );
}

interface ChooseFileProps {
  menuImport: ReturnType<typeof useMenuImport>;
  disabled: boolean;
}

function ChooseFile({ menuImport: { isReading, problem, retry, choose }, disabled }: ChooseFileProps) {
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
        onFile={(file) => void choose(file)}
      >
        {isReading ? (
          <p className="row gap-8" role="status">
            <Spinner />
            {say`Reading the file`}
          </p>
        ) : null}
      </DropZone>
      <FieldError error={problem} />
      {retry && !isReading && (
        <Button look="line" size="sm" onClick={retry}>
          {say`Try Again`}
        </Button>
      )}
    </Panel>
  );
}

function Export({ locationIds, blocked }: { locationIds: readonly string[]; blocked: string | null }) {
  const download = useAction(() => saveCsv('getMenuCsv', { locationIds: locationIds.join(',') }, 'menu.csv'), {
    done: (n) => (n === 1 ? say`1 dish exported` : say`${formatCount(n)} dishes exported`),
    failed: say`The menu could not be exported.`,
  });
  return (
    <Panel title={say`Export`}>
      <p className="soft">{say`The menu as a file for a spreadsheet. Change it there and import it again.`}</p>
      <Button look="line" busy={download.isBusy} disabledReason={blocked} onClick={() => void download.send(null)}>
        {say`Download CSV`}
      </Button>
    </Panel>
  );
}
