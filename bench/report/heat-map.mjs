// Maps of the best method, side by side, with one legend of methods; a cell's figure is the window.

/** A colour for each method, told apart by the colour-blind too: light enough for black figures. */
const METHODS = {
  binary: '#f4f4f4',
  separate: '#f4f4f4',
  mary: '#e69f00',
  ary: '#e69f00',
  yll: '#56b4e9',
  sliding: '#7fd6b5',
  interleaved: '#7fd6b5',
};

/**
 * @param {object} parts
 * @param {string} parts.title
 * @param {number[]} parts.sizes in bits, of both axes
 * @param {{ name: string, best: string[][] }[]} parts.maps rows are moduli, columns exponents; `METHOD WINDOW` in each
 * @returns an option of ECharts
 */
export function heatMaps({ title, sizes, maps }) {
  const labels = sizes.map((bits) => `${bits}`);
  const used = new Set(maps.flatMap(({ best }) => best.flat()).map((name) => name.split(' ')[0]));
  const categories = Object.keys(METHODS).filter((method) => used.has(method));
  const width = 100 / maps.length;
  const axis = { type: 'category', data: labels, nameLocation: 'middle', splitArea: { show: true } };
  return {
    title: [
      { text: title, left: 'center', textStyle: { fontSize: 16 } },
      ...maps.map(({ name }, i) => ({
        text: name,
        left: `${(i + 0.5) * width + 1.5}%`,
        top: 32,
        textAlign: 'center',
        textStyle: { fontSize: 13, fontWeight: 'normal' },
      })),
    ],
    grid: maps.map((_, i) => ({ top: 62, bottom: 96, left: `${i * width + 5}%`, width: `${width - 6}%` })),
    xAxis: maps.map((_, i) => ({
      ...axis,
      name: 'bits of the exponents',
      nameGap: 40,
      axisLabel: { interval: 0, rotate: 45 },
      gridIndex: i,
    })),
    yAxis: maps.map((_, i) => ({
      ...axis,
      name: i === 0 ? 'bits of the modulus' : '',
      nameGap: 42,
      axisLabel: { interval: 0 },
      gridIndex: i,
    })),
    visualMap: {
      type: 'piecewise',
      categories,
      inRange: { color: categories.map((method) => METHODS[method]) },
      dimension: 2,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemSymbol: 'rect',
    },
    series: maps.map(({ best }, i) => ({
      type: 'heatmap',
      xAxisIndex: i,
      yAxisIndex: i,
      silent: true,
      itemStyle: { borderColor: '#ffffff', borderWidth: 1 },
      label: { show: true, color: '#000000' },
      data: best.flatMap((row, y) => row.map((name, x) => cellOf(name, x, y))),
    })),
  };
}

function cellOf(name, x, y) {
  const [method, window = ''] = name.split(' ');
  return { value: [x, y, method], label: { formatter: window } };
}
