import { useNavigate } from 'react-router';
import type { Company } from '#contract/buying/companies.ts';
import { buyFor } from '#web/session/whom.ts';

/** Shows the shop with the prices of a company, as its people see it, until the bar ends it. */
export function PreviewButton({ company }: { company: Company }) {
  const navigate = useNavigate();
  const preview = async () => {
    buyFor({ id: company._id, name: company.name, isPreview: true });
    await navigate('/products');
  };
  return (
    <button type="button" className="btn btn-sm btn-primary" onClick={() => void preview()}>
      See the shop as this company
    </button>
  );
}
