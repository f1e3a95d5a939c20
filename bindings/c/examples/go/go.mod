module lanesmith.org/service

go 1.19
