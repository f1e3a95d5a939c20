document.getElementById('download').addEventListener('click', () => {
  const record = document.getElementById('record').textContent;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([record], { type: 'application/json' }));
  link.download = 'lanesmith-race.json';
  link.click();
  URL.revokeObjectURL(link.href);
});
