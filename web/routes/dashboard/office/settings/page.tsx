import { useSettings } from '#web/queries/office/settings.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { SettingsForm } from './settings-form.tsx';

export const meta = metaOf({ title: 'Settings', description: 'How the shop presents itself and works.' });

export default function SettingsPage() {
  return (
    <RequirePermission permission="settings">
      <h2 className="mb-4 text-xl font-semibold">Settings</h2>
      <Loaded />
    </RequirePermission>
  );
}

function Loaded() {
  const { data, error } = useSettings();
  if (data) return <SettingsForm settings={data} />;
  return <NotShown what="the settings" error={error} />;
}
