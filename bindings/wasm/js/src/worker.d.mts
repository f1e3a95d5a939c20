/** The script of Lanesmith's Workers: nothing is exported. Programs that must name its file import its address. */
export {};
