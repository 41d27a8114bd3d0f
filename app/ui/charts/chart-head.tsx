export function ChartHead({ heads: [name, count] }: { heads: readonly [string, string] }) {
  return (
    <tr>
      <th scope="col">{name}</th>
      <th scope="col">{count}</th>
    </tr>
  );
}
